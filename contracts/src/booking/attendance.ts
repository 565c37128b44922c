import { z } from 'zod';

/** Attendance of the patient: nothing recorded, waiting, seen, missed, or missed with an excuse that counts. */
export const attendance = z.enum(['expected', 'arrived', 'attended', 'missed', 'excused']);
/** Always recorded by a person, never by the system. Independent of the booking's status. */
export type Attendance = z.infer<typeof attendance>;

/** Attendance that can be recorded after the visit. */
export const saidAttendance = attendance.extract(['attended', 'missed', 'excused']);

import { z } from 'zod';

/** Whether the patient came: nothing said yet, waiting, seen, or missed, without a reason that counts or with one. */
export const attendance = z.enum(['expected', 'arrived', 'attended', 'missed', 'excused']);
/** A person says it, never the system; a booking's status does not change with it. */
export type Attendance = z.infer<typeof attendance>;

/** What is said once the visit is over. */
export const saidAttendance = attendance.extract(['attended', 'missed', 'excused']);

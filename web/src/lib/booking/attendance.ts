import type { Attendance } from '@visita/contracts/booking/attendance';
import { isSettled, outOfTime } from '@visita/contracts/booking/attendance-rules';
import type { BookingView } from '@visita/contracts/booking/views';

type Visit = Pick<BookingView, 'date' | 'attendance' | 'arrived_at' | 'patient_name'>;

export type Step = 'arrived' | 'attended' | 'missed';

const follows: Readonly<Record<Attendance, readonly Step[]>> = {
  expected: ['arrived', 'attended', 'missed'],
  arrived: ['attended', 'missed'],
  attended: [],
  missed: [],
  excused: [],
};

/** Returns the attendance that can be recorded at a time, the most likely first; none for erased patients. */
export const stepsOf = (visit: Visit, now: Date): readonly Step[] =>
  visit.patient_name === ''
    ? []
    : follows[visit.attendance].filter((step) => outOfTime(visit.date, step, now.toISOString()) === null);

/** Returns the attendance after an undo, or null if there is nothing to undo. */
export const undoneTo = (visit: Visit, now: Date): Attendance | null => {
  const before = visit.attendance !== 'arrived' && visit.arrived_at !== '' ? 'arrived' : 'expected';
  const open = visit.patient_name !== '' && outOfTime(visit.date, 'expected', now.toISOString()) === null;
  return visit.attendance !== 'expected' && open ? before : null;
};

/** Returns the whole minutes that a patient has been waiting, or null. */
export const waitingMinutes = (visit: Visit, now: Date): number | null =>
  visit.attendance === 'arrived'
    ? Math.max(0, Math.floor((now.getTime() - Date.parse(visit.arrived_at)) / 60_000))
    : null;

/** Counts waiting, seen and missed visits; excused ones count as missed. */
export const countAttendance = (visits: readonly Visit[]) => ({
  waiting: visits.filter(({ attendance }) => attendance === 'arrived').length,
  attended: visits.filter(({ attendance }) => attendance === 'attended').length,
  missed: visits.filter(({ attendance }) => isSettled(attendance) && attendance !== 'attended').length,
});

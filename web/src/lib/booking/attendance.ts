import type { Attendance } from '@visita/contracts/booking/attendance';
import { isSettled, outOfTime } from '@visita/contracts/booking/attendance-rules';
import type { BookingView } from '@visita/contracts/booking/views';

type Visit = Pick<BookingView, 'date' | 'attendance' | 'arrived_at' | 'patient_name'>;

/** What can be said next of whether a patient came. */
export type Step = 'arrived' | 'attended' | 'missed';

const follows: Readonly<Record<Attendance, readonly Step[]>> = {
  expected: ['arrived', 'attended', 'missed'],
  arrived: ['attended', 'missed'],
  attended: [],
  missed: [],
  excused: [],
};

/** What can be said of a visit at an instant, most likely first; nothing of an erased patient's. */
export const stepsOf = (visit: Visit, now: Date): readonly Step[] =>
  visit.patient_name === ''
    ? []
    : follows[visit.attendance].filter((step) => outOfTime(visit.date, step, now.toISOString()) === null);

/** What is said of a visit once its last word is taken back, or null where there is nothing to take back. */
export const undoneTo = (visit: Visit, now: Date): Attendance | null => {
  const before = visit.attendance !== 'arrived' && visit.arrived_at !== '' ? 'arrived' : 'expected';
  const open = visit.patient_name !== '' && outOfTime(visit.date, 'expected', now.toISOString()) === null;
  return visit.attendance !== 'expected' && open ? before : null;
};

/** For how many whole minutes a patient has waited, or null where nobody waits. */
export const waitingMinutes = (visit: Visit, now: Date): number | null =>
  visit.attendance === 'arrived'
    ? Math.max(0, Math.floor((now.getTime() - Date.parse(visit.arrived_at)) / 60_000))
    : null;

/** How many visits of a list are waiting, seen and missed; excused ones count as missed here. */
export const countAttendance = (visits: readonly Visit[]) => ({
  waiting: visits.filter(({ attendance }) => attendance === 'arrived').length,
  attended: visits.filter(({ attendance }) => attendance === 'attended').length,
  missed: visits.filter(({ attendance }) => isSettled(attendance) && attendance !== 'attended').length,
});

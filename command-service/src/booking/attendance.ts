import type { Attendance } from '@visita/contracts/booking/attendance';
import { earlyHours, hoursBetween, isSettled, outOfTime } from '@visita/contracts/booking/attendance-rules';
import type { BookingEvent } from '@visita/contracts/booking/events';
import type { BookingStatus } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';

/** What of a booking decides what can be said of its patient's coming. */
type Visit = {
  readonly status: BookingStatus;
  readonly start: string;
  readonly attendance: Attendance;
  /** Since when the patient waits, or waited until they were seen. */
  readonly arrivedAt: string | null;
  readonly patientGone: boolean;
};

/** What a person says of whether the patient came. */
export type AttendanceCommand =
  | { type: 'mark-arrived'; now: string }
  | { type: 'mark-attended'; now: string }
  | { type: 'mark-missed'; excused: boolean; now: string }
  | { type: 'correct-attendance'; attendance: Attendance; now: string };

type Ids = Extract<BookingEvent, { type: 'BookingConfirmed' }>['data'];

const wantedBy = (command: AttendanceCommand): Attendance => {
  switch (command.type) {
    case 'mark-arrived':
      return 'arrived';
    case 'mark-attended':
      return 'attended';
    case 'mark-missed':
      return command.excused ? 'excused' : 'missed';
    case 'correct-attendance':
      return command.attendance;
  }
};

const requireInTime = (start: string, wanted: Attendance, now: string): void => {
  const out = outOfTime(start, wanted, now);
  if (out !== null) throw new Rejection(`attendance-${out}`);
};

/** A patient who is seen, or left, is not waiting any more, but the time of arrival is kept. */
const arrivalOf = ({ arrivedAt }: Visit, attendance: Attendance, now: string): string | null => {
  if (attendance === 'arrived') return arrivedAt ?? now;
  return attendance === 'expected' ? null : arrivedAt;
};

const correct = (attendance: Attendance, state: Visit, now: string, ids: Ids): BookingEvent => ({
  type: 'AttendanceCorrected',
  data: { ...ids, attendance, previous: state.attendance, arrivedAt: arrivalOf(state, attendance, now) },
});

/** Decides what is said of a patient's coming; only of an appointment that stands. */
export const decideAttendance = (
  command: AttendanceCommand,
  state: Visit,
  ids: Ids,
): readonly BookingEvent[] => {
  const { now } = command;
  if (state.status !== 'confirmed' && state.status !== 'orfan') throw new Rejection('booking-not-active');
  if (state.patientGone) throw new Rejection('patient-erased');
  const wanted = wantedBy(command);
  if (state.attendance === wanted) return [];
  requireInTime(state.start, wanted, now);
  if (command.type === 'correct-attendance') return [correct(wanted, state, now, ids)];
  // A patient who arrived was seen, or left before that.
  const follows = wanted === 'arrived' ? state.attendance === 'expected' : !isSettled(state.attendance);
  if (!follows) throw new Rejection('attendance-noted');
  if (command.type === 'mark-arrived') return [{ type: 'PatientArrived', data: { ...ids, at: now } }];
  if (command.type === 'mark-attended') return [{ type: 'BookingAttended', data: ids }];
  return [{ type: 'BookingMissed', data: { ...ids, excused: command.excused } }];
};

/** What was seen or missed is history: nobody cancels it, unless that is corrected first. */
export const requireUnsettled = ({ attendance }: Pick<Visit, 'attendance'>): void => {
  if (isSettled(attendance)) throw new Rejection('attendance-noted');
};

/**
 * What becomes of it where the appointment goes to another time: what was seen or missed cannot be moved, and anyone who
 * came long before the new time is expected again.
 */
export const movedAttendance = (state: Visit, start: string, ids: Ids): readonly BookingEvent[] => {
  if (start === state.start) return [];
  requireUnsettled(state);
  const { arrivedAt } = state;
  if (arrivedAt === null || hoursBetween(start, arrivedAt) >= -earlyHours) return [];
  return [correct('expected', state, arrivedAt, ids)];
};

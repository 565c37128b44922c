import type { Attendance } from '@visita/contracts/booking/attendance';
import { earlyHours, hoursBetween, isSettled, outOfTime } from '@visita/contracts/booking/attendance-rules';
import type { BookingEvent } from '@visita/contracts/booking/events';
import type { BookingStatus } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';

/** Fields of a booking that decide about attendance. */
type Visit = {
  readonly status: BookingStatus;
  readonly start: string;
  readonly attendance: Attendance;
  /** Instant of arrival. */
  readonly arrivedAt: string | null;
  readonly patientGone: boolean;
};

/** A statement about whether the patient came. */
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

/** Keeps the time of arrival after the patient was seen or left. */
const arrivalOf = ({ arrivedAt }: Visit, attendance: Attendance, now: string): string | null => {
  if (attendance === 'arrived') return arrivedAt ?? now;
  return attendance === 'expected' ? null : arrivedAt;
};

const correct = (attendance: Attendance, state: Visit, now: string, ids: Ids): BookingEvent => ({
  type: 'AttendanceCorrected',
  data: { ...ids, attendance, previous: state.attendance, arrivedAt: arrivalOf(state, attendance, now) },
});

/** Decides about the attendance of a confirmed booking. */
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
  // Only a patient who has arrived can be seen or leave.
  const follows = wanted === 'arrived' ? state.attendance === 'expected' : !isSettled(state.attendance);
  if (!follows) throw new Rejection('attendance-noted');
  if (command.type === 'mark-arrived') return [{ type: 'PatientArrived', data: { ...ids, at: now } }];
  if (command.type === 'mark-attended') return [{ type: 'BookingAttended', data: ids }];
  return [{ type: 'BookingMissed', data: { ...ids, excused: command.excused } }];
};

/** Refuses to cancel an attended or missed booking until its attendance is corrected. */
export const requireUnsettled = ({ attendance }: Pick<Visit, 'attendance'>): void => {
  if (isSettled(attendance)) throw new Rejection('attendance-noted');
};

/**
 * Returns the attendance after a move. Throws if the booking was attended or missed; an arrival long before the new
 * time no longer counts.
 */
export const movedAttendance = (state: Visit, start: string, ids: Ids): readonly BookingEvent[] => {
  if (start === state.start) return [];
  requireUnsettled(state);
  const { arrivedAt } = state;
  if (arrivedAt === null || hoursBetween(start, arrivedAt) >= -earlyHours) return [];
  return [correct('expected', state, arrivedAt, ids)];
};

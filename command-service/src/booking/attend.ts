import { Rejection } from '@visita/contracts/problem';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { readOnce } from './read-once.ts';
import { handlingPhases, type PhasedCommand, type UnitOfWork } from '../unit-of-work.ts';
import type { AttendanceCommand } from './attendance.ts';
import { readChangeable } from './changes.ts';
import { bookingView } from './view.ts';
import type { BookingDeps } from './deps.ts';

/** A booking, and a statement about its attendance. */
type Attended = {
  readonly bookingId: string;
  readonly viewerId: string;
  readonly command: AttendanceCommand;
};

type Call = { readonly params: { readonly id: string }; readonly caller: Caller };

/** Reads the booking. Throws as `readChangeable` does. */
const read = async (
  { params, caller }: Call,
  command: AttendanceCommand,
  deps: BookingDeps,
): Promise<Attended> => {
  const { proId: viewerId } = proOf(caller);
  const { bookingId } = await readChangeable(readOnce(deps), params.id, viewerId);
  return { bookingId, viewerId, command };
};

const decide = async (
  { bookingId, viewerId, command }: Attended,
  { execute }: UnitOfWork,
  deps: BookingDeps,
) => {
  const { state } = await execute(deps.domain.bookings, bookingId, command);
  if (state.status === 'none') throw new Rejection('not-found');
  return { message: 'Attendance saved', data: await bookingView(deps, state, { viewerId }) };
};

const markPatientArrived: PhasedCommand<'markPatientArrived', Attended, BookingDeps> = {
  read: (context, now, deps) => read(context, { type: 'mark-arrived', now }, deps),
  decide,
};

const markBookingAttended: PhasedCommand<'markBookingAttended', Attended, BookingDeps> = {
  read: (context, now, deps) => read(context, { type: 'mark-attended', now }, deps),
  decide,
};

const markBookingMissed: PhasedCommand<'markBookingMissed', Attended, BookingDeps> = {
  read: (context, now, deps) =>
    read(context, { type: 'mark-missed', excused: context.body.excused, now }, deps),
  decide,
};

const correctAttendance: PhasedCommand<'correctAttendance', Attended, BookingDeps> = {
  read: (context, now, deps) =>
    read(context, { type: 'correct-attendance', attendance: context.body.attendance, now }, deps),
  decide,
};

/** Returns the handlers with which professionals record attendance. */
export const attendanceHandlers = (deps: BookingDeps) => {
  const handle = handlingPhases(deps);
  return {
    markPatientArrived: handle(markPatientArrived),
    markBookingAttended: handle(markBookingAttended),
    markBookingMissed: handle(markBookingMissed),
    correctAttendance: handle(correctAttendance),
  } satisfies Handlers;
};

import { Rejection } from '@visita/contracts/problem';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import type { AttendanceCommand } from './attendance.ts';
import { changeable } from './changes.ts';
import { bookingView } from './view.ts';

type Said = { params: { id: string }; caller: Caller; command: AttendanceCommand };

/** Says of a booking whether its patient came; for those who may change it. */
const say = async (deps: Dependencies, { params, caller, command }: Said, { execute }: UnitOfWork) => {
  const { proId } = proOf(caller);
  const { bookingId } = await changeable(deps.domain, params.id, proId);
  const { state } = await execute(deps.domain.bookings, bookingId, command);
  if (state.status === 'none') throw new Rejection('not-found');
  return { message: 'Attendance saved', data: await bookingView(deps, state, { viewerId: proId }) };
};

const markPatientArrived: Command<'markPatientArrived'> = ({ params, caller }, work, deps) =>
  say(deps, { params, caller, command: { type: 'mark-arrived', now: work.now } }, work);

const markBookingAttended: Command<'markBookingAttended'> = ({ params, caller }, work, deps) =>
  say(deps, { params, caller, command: { type: 'mark-attended', now: work.now } }, work);

const markBookingMissed: Command<'markBookingMissed'> = ({ params, body, caller }, work, deps) =>
  say(deps, { params, caller, command: { type: 'mark-missed', excused: body.excused, now: work.now } }, work);

const correctAttendance: Command<'correctAttendance'> = ({ params, body, caller }, work, deps) => {
  const command = { type: 'correct-attendance', attendance: body.attendance, now: work.now } as const;
  return say(deps, { params, caller, command }, work);
};

/** What pros say of whether a patient came. */
export const attendanceHandlers = (deps: Dependencies) => {
  const handle = handling(deps);
  return {
    markPatientArrived: handle(markPatientArrived),
    markBookingAttended: handle(markBookingAttended),
    markBookingMissed: handle(markBookingMissed),
    correctAttendance: handle(correctAttendance),
  } satisfies Handlers;
};

import { isGone, isShown } from '@visita/contracts/booking/status';
import type { MailJob } from '@visita/contracts/jobs';
import { managePage, patientsSummary } from '@visita/platform/calendar/visit';
import { reminderIdOf } from '@visita/platform/core/derive-id';
import { appointmentSlots, inviteFor, liesAhead } from './appointment.ts';
import type { Invite } from './ics.ts';
import type { Appointment, SentCode } from './reads.ts';
import type { Slots } from './templates/slots.ts';
import { zonedTimeIn } from './templates/times.ts';
import { write, type Writing } from './write.ts';

/** Ends in a slash where the booking address ends in a `_`, which mail programs would cut off. */
const bookingPage = (publicOrigin: string, slug: string): string =>
  `${publicOrigin}/booking/${slug}${slug.endsWith('_') ? '/' : ''}`;

/** What a patient is told of an appointment: the same as everybody, and where to book another. */
const patientSlots = (deps: Writing, job: MailJob, booking: Appointment) => ({
  ...appointmentSlots(job, booking, booking.language),
  ...(booking.slug === null ? {} : { page: bookingPage(deps.publicOrigin, booking.slug) }),
});

/** What somebody types into the form before a time is held for them. */
export const holdCode = async (deps: Writing, job: MailJob, sent: SentCode) => {
  const { codeId, expires, language, timezone } = sent;
  if (expires <= deps.now()) return null;
  const slots = { code: deps.holdCode(codeId), deadline: zonedTimeIn(language, expires, timezone) };
  return write(deps, job, sent, slots);
};

/** What says that this is not going to be an appointment; null where the link is mailed. */
const insteadOfLink = ({ template }: MailJob, { suspended, limited }: Appointment) => {
  if (suspended) return 'online-booking-suspended';
  if (template === 'known-patients-only') return template;
  return limited ? 'one-appointment-only' : null;
};

export const confirmationRequest = async (deps: Writing, job: MailJob, booking: Appointment) => {
  const { status, confirmBy, language, timezone } = booking;
  // What is neither is held: until the rows are made anew, some of before spell that otherwise.
  if (isShown(status) || isGone(status) || !confirmBy || confirmBy <= deps.now()) return null;
  // The caller gets the answer that everybody gets; only the owner of the address is told.
  const template = insteadOfLink(job, booking);
  if (template) return write(deps, { ...job, template }, booking, appointmentSlots(job, booking, language));
  const token = await deps.confirmationToken(job.about);
  return write(deps, job, booking, {
    ...patientSlots(deps, job, booking),
    deadline: zonedTimeIn(language, confirmBy, timezone),
    link: `${deps.publicOrigin}/confirmation/?token=${encodeURIComponent(token)}`,
  });
};

/** Until when the patient may move or cancel it by the link, or only cancel it; nothing where that is over. */
const untilOf = ({ start, noticeHours, movable, language, timezone }: Appointment, now: Date): Slots => {
  const until = new Date(start.getTime() - noticeHours * 3_600_000);
  if (until <= now) return {};
  return { [movable ? 'until' : 'cancelUntil']: zonedTimeIn(language, until, timezone) };
};

/** An appointment that stands. What was moved or cancelled since says so itself. */
export const appointment = async (deps: Writing, job: MailJob, booking: Appointment) => {
  const now = deps.now();
  if (booking.status !== 'confirmed' || !liesAhead(booking, now)) return null;
  const token = await deps.manageToken(job.about);
  const link = managePage(deps.publicOrigin, token);
  const slots = { ...patientSlots(deps, job, booking), ...untilOf(booking, now), link };
  const mail = await write(deps, job, booking, slots);
  return mail && { ...mail, invite: inviteFor(deps, job, patientInvite(booking, 'REQUEST', link)) };
};

/** One that was moved has another reminder, or none where it was moved too late. */
export const isAtTimeOf = (job: MailJob, { start }: Appointment): boolean =>
  job.eventId === reminderIdOf(job.about, start.toISOString());

export const reminder = async (deps: Writing, job: MailJob, booking: Appointment) =>
  booking.remindsPatient && isAtTimeOf(job, booking) ? appointment(deps, job, booking) : null;

/** Of cancellations patients hear where the pro chose so. */
export const appointmentGone = async (deps: Writing, job: MailJob, booking: Appointment) => {
  const gone = job.template === 'cancelled' ? 'cancelled' : 'orfan';
  if (booking.status !== gone || !liesAhead(booking, deps.now())) return null;
  if (gone === 'cancelled' && !booking.tellsCancellations) return null;
  const mail = await write(deps, job, booking, patientSlots(deps, job, booking));
  return mail && { ...mail, invite: inviteFor(deps, job, patientInvite(booking, 'CANCEL', null)) };
};

const patientInvite = (booking: Appointment, method: Invite['method'], link: string | null) => ({
  booking,
  method,
  link,
  summary: patientsSummary(booking.service, booking.professional ?? booking.clinic),
  attendee: { name: booking.patient ?? '', email: booking.email ?? '' },
});

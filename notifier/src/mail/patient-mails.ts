import { isGone, isShown } from '@visita/contracts/booking/status';
import type { MailJob } from '@visita/contracts/jobs';
import { managePage, patientsSummary } from '@visita/platform/calendar/visit';
import { reminderIdOf } from '@visita/platform/ids/derive-id';
import { appointmentSlots, inviteFor, liesAhead } from './appointment.ts';
import type { Invite } from './ics.ts';
import type { Appointment, SentCode } from './reads.ts';
import type { Slots } from './templates/slots.ts';
import { zonedTimeIn } from './templates/times.ts';
import { write, type Writing } from './write.ts';

/** Appends a slash if the booking address ends in `_`, which mail programs would cut off. */
export const bookingPage = (publicOrigin: string, slug: string): string =>
  `${publicOrigin}/booking/${slug}${slug.endsWith('_') ? '/' : ''}`;

/** Returns the slots of a patient's mail: those of every mail, and the page for a new booking. */
const patientSlots = (deps: Writing, job: MailJob, booking: Appointment) => ({
  ...appointmentSlots(job, booking, booking.language),
  ...(booking.slug === null ? {} : { page: bookingPage(deps.publicOrigin, booking.slug) }),
});

/** Writes the mail with the code that a visitor types before a hold is made. */
export const holdCode = async (deps: Writing, job: MailJob, sent: SentCode) => {
  const { codeId, expires, language, timezone } = sent;
  if (expires <= deps.now()) return null;
  const slots = { code: deps.holdCode(codeId), deadline: zonedTimeIn(language, expires, timezone) };
  return write(deps, job, sent, slots);
};

/** Returns the template of the refusal; null if the link is mailed. */
const insteadOfLink = ({ template }: MailJob, { suspended, limited }: Appointment) => {
  if (suspended) return 'online-booking-suspended';
  if (template === 'known-patients-only') return template;
  return limited ? 'one-appointment-only' : null;
};

export const confirmationRequest = async (deps: Writing, job: MailJob, booking: Appointment) => {
  const { status, confirmBy, language, timezone } = booking;
  // Other statuses are holds. Rows from before the last rebuild may spell that differently.
  if (isShown(status) || isGone(status) || !confirmBy || confirmBy <= deps.now()) return null;
  // The HTTP answer is the same for everyone; only the owner of the address learns the reason.
  const template = insteadOfLink(job, booking);
  if (template) return write(deps, { ...job, template }, booking, appointmentSlots(job, booking, language));
  const token = await deps.confirmationToken(job.about);
  return write(deps, job, booking, {
    ...patientSlots(deps, job, booking),
    deadline: zonedTimeIn(language, confirmBy, timezone),
    link: `${deps.publicOrigin}/confirmation/?token=${encodeURIComponent(token)}`,
  });
};

/** Deadlines for moving and cancelling by the link; empty if they have passed. */
const untilOf = ({ start, noticeHours, movable, language, timezone }: Appointment, now: Date): Slots => {
  const until = new Date(start.getTime() - noticeHours * 3_600_000);
  if (until <= now) return {};
  return { [movable ? 'until' : 'cancelUntil']: zonedTimeIn(language, until, timezone) };
};

/** Returns the clinic's instructions for visits, as they are now; equal ones once. */
export const instructionSlots = (visits: readonly Appointment[]): Slots => {
  const directions = visits[0]?.directions;
  const toBring = [...new Set(visits.map((visit) => visit.toBring).filter(Boolean))].join('\n');
  return { ...(directions && { directions }), ...(toBring && { toBring }) };
};

/** Writes about a confirmed appointment; null if it was moved or cancelled since, which has its own mail. */
export const appointment = async (deps: Writing, job: MailJob, booking: Appointment, further: Slots = {}) => {
  const now = deps.now();
  if (booking.status !== 'confirmed' || !liesAhead(booking, now)) return null;
  const token = await deps.manageToken({ bookingId: job.about, turn: booking.turn });
  const link = managePage(deps.publicOrigin, token);
  const told = {
    ...patientSlots(deps, job, booking),
    ...instructionSlots([booking]),
    ...untilOf(booking, now),
  };
  const slots = { ...told, link, ...further };
  const mail = await write(deps, job, booking, slots);
  return mail && { ...mail, invite: inviteFor(deps, job, patientInvite(booking, 'REQUEST', link)) };
};

/**
 * Tells whether a reminder is for the present time: a moved booking has another reminder, or none after a
 * late move.
 */
export const isAtTimeOf = (job: MailJob, { start }: Appointment): boolean =>
  job.eventId === reminderIdOf(job.about, start.toISOString());

export const reminder = async (deps: Writing, job: MailJob, booking: Appointment) =>
  booking.remindsPatient && !booking.byPlan && isAtTimeOf(job, booking)
    ? appointment(deps, job, booking)
    : null;

/** Writes about a cancellation, if the pro chose to send those. */
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

import type { MailJob } from '@visita/contracts/jobs';
import { calendarPage } from '@visita/platform/calendar/visit';
import { appointmentSlots, inviteFor, liesAhead } from './appointment.ts';
import { isAtTimeOf } from './patient-mails.ts';
import type { Appointment } from './reads.ts';
import type { Composed } from './worker.ts';
import { write, type Writing } from './write.ts';

const toPro = (deps: Writing, job: MailJob, booking: Appointment): Promise<Composed | null> => {
  const { pro, subjects } = booking;
  // Pros need to know the attendee, even if a contact person gets the mails.
  const coming = { ...booking, patient: booking.attendee ?? booking.patient, attendee: null };
  const slots = appointmentSlots(job, coming, pro.language);
  return write(deps, job, { ...pro, subjects }, { ...slots, link: calendarPage(deps.publicOrigin) });
};

export const reminderPro = async (deps: Writing, job: MailJob, booking: Appointment) => {
  if (!booking.pro.reminded || !isAtTimeOf(job, booking)) return null;
  return booking.status === 'confirmed' && liesAhead(booking, deps.now()) ? toPro(deps, job, booking) : null;
};

/** Writes to the treating professional about a patient's action; null if a later change has its own mail. */
export const doneByPatient = async (deps: Writing, job: MailJob, booking: Appointment) => {
  const { status, pro } = booking;
  const cancelled = job.template === 'cancelled-by-patient';
  if (!pro.told || status !== (cancelled ? 'cancelled' : 'confirmed')) return null;
  if (!liesAhead(booking, deps.now())) return null;
  const mail = await toPro(deps, job, booking);
  // A connected calendar already has the appointment.
  if (!mail || pro.connected) return mail;
  const invite = {
    summary: `Visita – ${booking.attendee ?? booking.patient ?? booking.service}`,
    attendee: null,
    link: calendarPage(deps.publicOrigin),
  };
  // PUBLISH, not REQUEST: programs do not import it unasked. A pro's own changes are not mailed, so an
  // imported event would become stale.
  const method = cancelled ? ('CANCEL' as const) : ('PUBLISH' as const);
  return { ...mail, invite: inviteFor(deps, job, { ...invite, method, booking }) };
};

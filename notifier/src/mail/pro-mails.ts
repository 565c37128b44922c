import type { MailJob } from '@visita/contracts/jobs';
import { calendarPage } from '@visita/platform/calendar/visit';
import { appointmentSlots, inviteFor, liesAhead } from './appointment.ts';
import { isAtTimeOf } from './patient-mails.ts';
import type { Appointment } from './reads.ts';
import type { Composed } from './worker.ts';
import { write, type Writing } from './write.ts';

const toPro = (deps: Writing, job: MailJob, booking: Appointment): Promise<Composed | null> => {
  const { pro, subjects } = booking;
  // They want to know who comes, even where somebody else is told.
  const coming = { ...booking, patient: booking.attendee ?? booking.patient, attendee: null };
  const slots = appointmentSlots(job, coming, pro.language);
  return write(deps, job, { ...pro, subjects }, { ...slots, link: calendarPage(deps.publicOrigin) });
};

export const reminderPro = async (deps: Writing, job: MailJob, booking: Appointment) => {
  if (!booking.pro.reminded || !isAtTimeOf(job, booking)) return null;
  return booking.status === 'confirmed' && liesAhead(booking, deps.now()) ? toPro(deps, job, booking) : null;
};

/** What a patient did online, for the professional who treats. What came after it says so itself. */
export const doneByPatient = async (deps: Writing, job: MailJob, booking: Appointment) => {
  const { status, pro } = booking;
  const cancelled = job.template === 'cancelled-by-patient';
  if (!pro.told || status !== (cancelled ? 'cancelled' : 'confirmed')) return null;
  if (!liesAhead(booking, deps.now())) return null;
  const mail = await toPro(deps, job, booking);
  // A calendar that has their appointments already would have this one twice.
  if (!mail || pro.connected) return mail;
  const told = {
    summary: `Visita – ${booking.attendee ?? booking.patient ?? booking.service}`,
    attendee: null,
    link: calendarPage(deps.publicOrigin),
  };
  // Published, not requested: no program takes it in unasked, since what pros change themselves is not mailed to them.
  const method = cancelled ? ('CANCEL' as const) : ('PUBLISH' as const);
  return { ...mail, invite: inviteFor(deps, job, { ...told, method, booking }) };
};

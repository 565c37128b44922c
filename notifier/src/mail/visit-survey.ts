import type { MailJob } from '@visita/contracts/jobs';
import { managePage } from '@visita/platform/calendar/visit';
import { appointmentSlots } from './appointment.ts';
import type { Appointment } from './reads.ts';
import { write, type Writing } from './write.ts';

/** Writes the mail that asks how a visit was, with the link to the form; null unless the visit is over. */
export const visitSurvey = async (deps: Writing, job: MailJob, booking: Appointment) => {
  if (booking.status !== 'confirmed' || booking.end > deps.now()) return null;
  const token = await deps.manageToken({ bookingId: job.about, turn: booking.turn });
  const link = managePage(deps.publicOrigin, token);
  return write(deps, job, booking, { ...appointmentSlots(job, booking, booking.language), link });
};

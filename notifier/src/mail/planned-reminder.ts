import type { MailJob } from '@visita/contracts/jobs';
import { answerPage } from '@visita/platform/calendar/visit';
import { liesAhead } from './appointment.ts';
import { appointment, instructionSlots } from './patient-mails.ts';
import type { Appointment, MailReads, NamedVisit } from './reads.ts';
import { timeIn } from './templates/times.ts';
import type { Composed } from './worker.ts';
import type { Writing } from './write.ts';

export type ComposeDeps = Writing & { reads: MailReads };

type Standing = NamedVisit & { readonly booking: Appointment };

/** Returns the named visits that still take place at the time at which they were named. */
const standing = async ({ reads, now }: ComposeDeps, visits: readonly NamedVisit[]): Promise<Standing[]> => {
  const found: Standing[] = [];
  for (const visit of visits) {
    const booking = await reads.appointment(visit.bookingId);
    if (!booking) throw new Error('the facts of this mail are not readable yet');
    const isAtTime = booking.start.toISOString() === visit.start;
    if (isAtTime && booking.status === 'confirmed' && booking.remindsPatient && liesAhead(booking, now()))
      found.push({ ...visit, booking });
  }
  return found;
};

/** Returns a line for each further visit of the day. */
const furtherVisits = (visits: readonly Standing[], { language }: Appointment): string =>
  visits
    .map(({ booking: { start, timezone, service, professional, clinic } }) =>
      [timeIn(language, start, timezone), service, professional ?? clinic].join(' – '),
    )
    .join('\n');

/** Returns the link to the page that asks about all the visits. */
const linkOf = async ({ manageToken, publicOrigin }: ComposeDeps, visits: readonly Standing[]) => {
  const links = visits.map(async ({ bookingId, booking: { turn } }) => manageToken({ bookingId, turn }));
  return answerPage(publicOrigin, await Promise.all(links));
};

/** Writes one reminder of all visits of a day, about the earliest; null if none takes place. */
export const plannedReminder = async (deps: ComposeDeps, job: MailJob): Promise<Composed | null> => {
  const { visits, asks } = await deps.reads.named(job.eventId);
  const [first, ...others] = await standing(deps, visits);
  if (!first) return null;
  const { bookingId, booking } = first;
  const further = {
    ...(others.length > 0 ? { also: furtherVisits(others, booking) } : {}),
    ...instructionSlots([first, ...others].map((visit) => visit.booking)),
    ...(asks ? { asks: 'true', link: await linkOf(deps, [first, ...others]) } : {}),
  };
  const mail = await appointment(deps, { ...job, about: bookingId }, booking, further);
  const subjects = new Set(others.flatMap((one) => one.booking.subjects));
  return mail && { ...mail, subjects: [...new Set([...mail.subjects, ...subjects])] };
};

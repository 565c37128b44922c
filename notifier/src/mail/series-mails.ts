import type { MailJob } from '@visita/contracts/jobs';
import { managePage, patientsSummary } from '@visita/platform/calendar/visit';
import { appointmentSlots, liesAhead } from './appointment.ts';
import { writeInvites } from './ics.ts';
import { appointment, bookingPage, instructionSlots } from './patient-mails.ts';
import type { MailReads, SeriesVisit } from './reads.ts';
import { zonedTimesIn } from './templates/times.ts';
import { write, type Writing } from './write.ts';

export type SeriesDeps = { readonly reads: Pick<MailReads, 'series'>; readonly now: () => Date };

/**
 * Returns the visits that the mail of a series tells of, by time: those still to come that stand, or were cancelled.
 * Throws if they are not readable yet.
 */
export const visitsTold = async (
  { reads, now }: SeriesDeps,
  { template, about, changeId, corrected }: MailJob,
): Promise<readonly SeriesVisit[]> => {
  const visits = await reads.series(about, changeId);
  if (!visits) throw new Error('the visits of this series are not readable yet');
  const status = template === 'series-cancelled' ? 'cancelled' : 'confirmed';
  // A visit that was handed over may have kept the earlier email.
  const email = visits.find(({ bookingId }) => bookingId === corrected)?.booking.email;
  return visits
    .filter(({ booking }) => booking.status === status && liesAhead(booking, now()))
    .filter(({ booking }) => email === undefined || booking.email === email)
    .toSorted((one, other) => one.booking.start.getTime() - other.booking.start.getTime());
};

const inviteOf = (deps: Writing, { bookingId, booking, sequence }: SeriesVisit, link: string | null) => {
  const { start, end, service, clinic, address, professional } = booking;
  return {
    bookingId,
    sequence,
    start,
    end,
    link,
    host: deps.uidHost,
    stamp: deps.now(),
    summary: patientsSummary(service, professional ?? clinic),
    location: `${clinic}, ${address}`,
    organizer: { name: professional ?? clinic, email: deps.sender },
  };
};

/** Writes about several visits, whose times are listed; the file of `method` has all of them. */
const writeAbout = async (
  deps: Writing,
  job: MailJob,
  { visits, method }: { visits: readonly [SeriesVisit, ...SeriesVisit[]]; method: 'PUBLISH' | 'CANCEL' },
) => {
  const [{ booking }] = visits;
  const { language, timezone, slug } = booking;
  const starts = visits.map((visit) => visit.booking.start);
  const slots = {
    ...appointmentSlots(job, booking, language),
    ...(method === 'PUBLISH' ? instructionSlots(visits.map((visit) => visit.booking)) : {}),
    ...(slug === null ? {} : { page: bookingPage(deps.publicOrigin, slug) }),
    count: String(visits.length),
    when: zonedTimesIn(language, starts, timezone),
  };
  const linkOf = async ({ bookingId, booking: { turn } }: SeriesVisit) =>
    method === 'CANCEL' ? null : managePage(deps.publicOrigin, await deps.manageToken({ bookingId, turn }));
  const invites = visits.map(async (visit) => inviteOf(deps, visit, await linkOf(visit)));
  const mail = await write(deps, job, booking, slots);
  return mail && { ...mail, invite: { method, content: writeInvites(method, await Promise.all(invites)) } };
};

/** Templates for the mail of a series that has one visit. */
const single: Partial<Record<MailJob['template'], MailJob['template']>> = {
  'series-booked': 'booked-by-pro',
  'series-corrected': 'confirmed',
  'series-moved': 'moved',
};

/** Writes about new or moved visits of a series, with one calendar file of all of them. */
export const seriesStands = async (deps: Writing, job: MailJob, series: readonly SeriesVisit[]) => {
  const [first, ...others] = series;
  if (!first) return null;
  if (others.length > 0) return writeAbout(deps, job, { visits: [first, ...others], method: 'PUBLISH' });
  const { bookingId, booking, sequence } = first;
  const template = single[job.template] ?? job.template;
  return appointment(deps, { ...job, template, about: bookingId, sequence }, booking);
};

/** Writes about cancelled visits of a series, if the pro chose to send such mails. */
export const seriesCancelled = async (deps: Writing, job: MailJob, series: readonly SeriesVisit[]) => {
  const [first, ...others] = series;
  if (!first?.booking.tellsCancellations) return null;
  return writeAbout(deps, job, { visits: [first, ...others], method: 'CANCEL' });
};

import type { MailJob } from '@visita/contracts/jobs';
import { managePage, patientsSummary } from '@visita/platform/calendar/visit';
import { deriveId } from '@visita/platform/ids/derive-id';
import { appointmentSlots, liesAhead } from './appointment.ts';
import { writeInvites } from './ics.ts';
import { appointment, bookingPage, instructionSlots } from './patient-mails.ts';
import type { MailReads, SeriesVisit } from './reads.ts';
import { zonedTimesIn } from './templates/times.ts';
import { write, type Writing } from './write.ts';

export const isAboutSeries = ({ template }: MailJob): boolean => template.startsWith('series-');

export type SeriesDeps = { readonly reads: Pick<MailReads, 'series'>; readonly now: () => Date };

/** Visits of one mail: a visit that was handed over has another professional, and may have kept an earlier email. */
const mailOf = ({ booking }: SeriesVisit): string => JSON.stringify([booking.email, booking.professional]);

/** Returns all visits that a job is about, and by time those to tell: still to come, and standing or cancelled. */
const readVisits = async ({ reads, now }: SeriesDeps, { template, about, changeId }: MailJob) => {
  const all = await reads.series(about, changeId);
  if (!all) throw new Error('the visits of this series are not readable yet');
  const status = template === 'series-cancelled' ? 'cancelled' : 'confirmed';
  const ahead = all
    .filter(({ booking }) => booking.status === status && liesAhead(booking, now()))
    .toSorted((one, other) => one.booking.start.getTime() - other.booking.start.getTime());
  return { all, ahead };
};

/** Returns the visits that a mail of a series tells of, by time. Throws if they are not readable yet. */
export const visitsTold = async (deps: SeriesDeps, job: MailJob): Promise<readonly SeriesVisit[]> => {
  const { all, ahead } = await readVisits(deps, job);
  const one = all.find(({ bookingId }) => bookingId === job.visit) ?? ahead[0];
  return one ? ahead.filter((visit) => mailOf(visit) === mailOf(one)) : [];
};

/** Returns jobs for the visits that the mail of a series does not tell of. */
export const furtherMails = async (deps: SeriesDeps, job: MailJob): Promise<readonly MailJob[]> => {
  if (!isAboutSeries(job) || job.visit) return [];
  const { ahead } = await readVisits(deps, job);
  const [, ...further] = [...Map.groupBy(ahead, mailOf).values()];
  return further.map(([first]) => {
    const visit = first!.bookingId;
    return { ...job, visit, eventId: deriveId(job.eventId, visit) };
  });
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
  'series-corrected': 'corrected',
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

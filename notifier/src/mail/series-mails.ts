import type { MailJob } from '@visita/contracts/jobs';
import { managePage, patientsSummary } from '@visita/platform/calendar/visit';
import { appointmentSlots, liesAhead } from './appointment.ts';
import { writeInvites } from './ics.ts';
import { appointment, bookingPage, instructionSlots } from './patient-mails.ts';
import type { SeriesVisit } from './reads.ts';
import { zonedTimesIn } from './templates/times.ts';
import { write, type Writing } from './write.ts';

/** Returns the visits that are still to come and have a status, by time. */
const aheadWith = (
  status: 'confirmed' | 'cancelled',
  visits: readonly SeriesVisit[],
  now: Date,
): SeriesVisit[] =>
  visits
    .filter(({ booking }) => booking.status === status && liesAhead(booking, now))
    .toSorted((one, other) => one.booking.start.getTime() - other.booking.start.getTime());

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

/** Writes about new or moved visits of a series, with one calendar file of all of them. */
export const seriesStands = async (deps: Writing, job: MailJob, series: readonly SeriesVisit[]) => {
  const [first, ...others] = aheadWith('confirmed', series, deps.now());
  if (!first) return null;
  if (others.length > 0) return writeAbout(deps, job, { visits: [first, ...others], method: 'PUBLISH' });
  const { bookingId, booking, sequence } = first;
  const template = job.template === 'series-moved' ? 'moved' : 'booked-by-pro';
  return appointment(deps, { ...job, template, about: bookingId, sequence }, booking);
};

/** Writes about cancelled visits of a series, if the pro chose to send such mails. */
export const seriesCancelled = async (deps: Writing, job: MailJob, series: readonly SeriesVisit[]) => {
  const [first, ...others] = aheadWith('cancelled', series, deps.now());
  if (!first?.booking.tellsCancellations) return null;
  return writeAbout(deps, job, { visits: [first, ...others], method: 'CANCEL' });
};

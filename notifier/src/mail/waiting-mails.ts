import type { MailJob } from '@visita/contracts/jobs';
import { dayIn, zonedTimeIn, zonedTimesIn } from './templates/times.ts';
import type { WaitingFacts } from './waiting-reads.ts';
import { write, type Writing } from './write.ts';

const commonSlots = ({ patient, clinic, address, service }: WaitingFacts) => ({
  patient: patient ?? '',
  clinic,
  service,
  place: `${clinic}, ${address}`,
});

const listLink = (
  { publicOrigin, waitingToken }: Writing,
  entryId: string,
  { email }: WaitingFacts,
): string => `${publicOrigin}/waiting/?token=${encodeURIComponent(waitingToken(entryId, email ?? ''))}`;

/** Writes the mail with the link that confirms an entry. */
export const waitingRequest = async (deps: Writing, job: MailJob, entry: WaitingFacts) => {
  const { confirmed, confirmBy, language, timezone } = entry;
  if (confirmed || !confirmBy || confirmBy <= deps.now()) return null;
  const deadline = zonedTimeIn(language, confirmBy, timezone);
  return write(deps, job, entry, { ...commonSlots(entry), deadline, link: listLink(deps, job.about, entry) });
};

/** Writes the mail that offers one or several free times; null once the offer is over. */
export const timeOffered = async (deps: Writing, job: MailJob, entry: WaitingFacts) => {
  const { language, timezone, offerId, offerUntil, offerStarts, professional, clinic, contact } = entry;
  if (offerId === null || offerId !== job.offerId || !offerUntil || offerUntil <= deps.now()) return null;
  const starts = (offerStarts ?? '').split(' ').map((start) => new Date(start));
  const [first] = starts;
  if (!first) return null;
  return write(deps, job, entry, {
    ...commonSlots(entry),
    minutes: String(entry.minutes),
    professional: professional ?? clinic,
    day: dayIn(language, first, timezone),
    when: zonedTimesIn(language, starts, timezone),
    ...(starts.length > 1 ? { several: 'true' } : {}),
    deadline: zonedTimeIn(language, offerUntil, timezone),
    ...(contact === '' ? {} : { contact }),
    link: `${deps.publicOrigin}/offer/?token=${encodeURIComponent(deps.offerToken(offerId, entry.email ?? ''))}`,
    leave: listLink(deps, job.about, entry),
  });
};

/** Writes that an offered time is gone. */
export const offerGone = async (deps: Writing, job: MailJob, entry: WaitingFacts) =>
  write(deps, job, entry, commonSlots(entry));

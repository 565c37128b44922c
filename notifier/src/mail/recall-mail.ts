import type { MailJob } from '@visita/contracts/jobs';
import type { RecallFacts } from './recall-reads.ts';
import { dayIn } from './templates/times.ts';
import { write, type Writing } from './write.ts';

/** Returns the address of a booking page with a service chosen. */
const pageFor = (publicOrigin: string, slug: string, serviceId: string): string =>
  `${publicOrigin}/booking/${slug}/?service=${encodeURIComponent(serviceId)}`;

/** Writes the mail that invites a patient to a next visit. */
export const recallMail = (deps: Writing, job: MailJob, recall: RecallFacts) => {
  const { language, timezone, lastVisit, clinic, address, contact, professional, slug, attendee } = recall;
  const leave = `${deps.publicOrigin}/messages/?token=${encodeURIComponent(deps.messagesToken(recall.recipientId, recall.email ?? ''))}`;
  return write(deps, job, recall, {
    patient: recall.patient ?? '',
    clinic,
    service: recall.service,
    place: `${clinic}, ${address}`,
    professional: professional ?? clinic,
    day: dayIn(language, lastVisit, timezone),
    leave,
    ...(attendee === null ? {} : { attendee }),
    ...(contact === '' ? {} : { contact }),
    ...(slug === null ? {} : { link: pageFor(deps.publicOrigin, slug, recall.serviceId), page: 'true' }),
  });
};

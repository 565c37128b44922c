import type { MailJob } from '@visita/contracts/jobs';

/** The same event and template always give the same job. */
export const jobIdOf = ({ eventId, template }: Pick<MailJob, 'eventId' | 'template'>): string =>
  `${eventId}_${template}`;

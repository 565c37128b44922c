import type { RecordedEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import type { Process } from '@visita/platform/runtime/process';
import { mailEventTypes, linkEndOf, mailsFor } from './mail-jobs.ts';

export type MailProcessDeps = {
  /** Queues a mail that expires at `end`; repeating it changes nothing. */
  add(job: MailJob, end: Date | undefined): Promise<unknown>;
  /** Waits until the read models hold an event; mails are written from them. */
  reached(position: string): Promise<unknown>;
};

/**
 * Queues the mails of events, with a separate checkpoint: a lost bus message loses no mail. A mail
 * that is queued again after a crash is the same job and the same ledger row.
 */
export const createMailProcess = (deps: MailProcessDeps): Process => {
  const queueMails = async (event: RecordedEvent): Promise<void> => {
    const jobs = mailsFor(event);
    if (jobs.length === 0) return;
    await deps.reached(event.position);
    for (const job of jobs) await deps.add(job, linkEndOf(event, job));
  };
  // Moves in quick succession become one mail, with the time before the first.
  return {
    name: 'mail',
    inOrder: 'stream',
    on: Object.fromEntries(mailEventTypes.map((type) => [type, queueMails])),
  };
};

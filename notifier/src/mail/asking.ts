import type { RecordedEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import type { Process } from '@visita/platform/runtime/process';
import { askingTypes, linkEndOf, mailsFor } from './asks.ts';

export type AskingDeps = {
  /** Queues a mail that is worth nothing after its end; asking for the same mail again changes nothing. */
  add(job: MailJob, end: Date | undefined): Promise<unknown>;
  /** Waits until the read models hold an event; mails are written from them. */
  reached(position: string): Promise<unknown>;
};

/**
 * Queues the mails that events ask for. It follows the event store with a checkpoint of its own, so that losing the bus
 * loses no mail; what it asks for again after a crash is the same job, and the same line of the ledger.
 */
export const createAsking = (deps: AskingDeps): Process => {
  const ask = async (event: RecordedEvent): Promise<void> => {
    const jobs = mailsFor(event);
    if (jobs.length === 0) return;
    await deps.reached(event.position);
    for (const job of jobs) await deps.add(job, linkEndOf(event, job));
  };
  // Of what comes close together one mail is made, which says how it was before the first.
  return { name: 'mail', inOrder: 'stream', on: Object.fromEntries(askingTypes.map((type) => [type, ask])) };
};

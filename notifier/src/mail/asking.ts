import type { RecordedEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import type { Process } from '@visita/platform/process';
import { mailFor } from './asks.ts';

export type AskingDeps = {
  /** Queues a mail; asking for the same mail again changes nothing. */
  add(job: MailJob): Promise<unknown>;
  /** Waits until the read models hold an event; mails are written from them. */
  reached(position: string): Promise<unknown>;
};

/**
 * Queues the mails that events ask for. It follows the event store with a checkpoint of its own, so that losing the bus
 * loses no mail; what it asks for again after a crash is the same job, and the same line of the ledger.
 */
export const createAsking = (deps: AskingDeps): Process => {
  const ask = async (event: RecordedEvent): Promise<void> => {
    const job = mailFor(event);
    if (!job) return;
    await deps.reached(event.position);
    await deps.add(job);
  };
  return { name: 'mail', on: { BookingPlaced: ask, ProSignedUp: ask, CollaboratorInvited: ask } };
};

import { setTimeout as pause } from 'node:timers/promises';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { MailJob } from '@visita/contracts/jobs';
import type { Database } from '@visita/platform/database/connect';
import { beginning, type EventStore, type Subscription } from '@visita/platform/event-store/port';
import { mailFor } from './asks.ts';

export type AskingDeps = {
  store: Pick<EventStore, 'subscribe'>;
  pool: Database['pool'];
  /** Queues a mail; asking for the same mail again changes nothing. */
  add(job: MailJob): Promise<unknown>;
  /** Waits until the read models hold an event; mails are written from them. */
  reached(position: string): Promise<unknown>;
  log: { warn(details: object, message: string): void };
};

/** Follows the event store and queues the mails that events ask for. */
export type Asking = { start(): Promise<void>; stop(): Promise<void> };

const name = 'mail';
/** Events without any mail that are read again at most after a restart. */
const unsavedMaximum = 500;
const retryAfter = 1_000;

/**
 * Mail is asked for from the event store, with a checkpoint of its own, so that losing the bus loses no mail. The
 * checkpoint moves after the jobs are queued: a crash between the two asks again, and the job ids make that harmless.
 */
export const createAsking = (deps: AskingDeps): Asking => {
  const ending = new AbortController();
  let subscription: Subscription | undefined;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        subscription = deps.store.subscribe({
          after: await readCheckpoint(deps.pool),
          onBatch: askFor(deps),
        });
        if (ending.signal.aborted) await subscription.stop();
        await subscription.done;
      } catch (error) {
        deps.log.warn({ err: error }, 'asking for mails failed: trying again');
        await pause(retryAfter, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  };

  return {
    start: async () => {
      running = run();
    },
    stop: async () => {
      ending.abort();
      await subscription?.stop();
      await running;
    },
  };
};

const askFor = (deps: AskingDeps) => {
  let unsaved = 0;
  return async (events: readonly RecordedEvent[]): Promise<void> => {
    const jobs = events.flatMap((event) => mailFor(event) ?? []);
    const last = events.at(-1);
    if (!last) return;
    if (jobs.length > 0) await deps.reached(last.position);
    for (const job of jobs) await deps.add(job);
    unsaved += events.length;
    if (jobs.length === 0 && unsaved < unsavedMaximum) return;
    await saveCheckpoint(deps.pool, last.position);
    unsaved = 0;
  };
};

const readCheckpoint = async (pool: Database['pool']): Promise<string> => {
  const sql = 'select position from notifier.checkpoints where name = $1';
  const { rows } = await pool.query<{ position: string }>(sql, [name]);
  return rows[0]?.position ?? beginning;
};

const saveCheckpoint = async (pool: Database['pool'], position: string): Promise<void> => {
  await pool.query(
    `insert into notifier.checkpoints as known (name, position) values ($1, $2)
     on conflict (name) do update set position = greatest(known.position, excluded.position)`,
    [name, position],
  );
};

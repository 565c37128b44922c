import { setTimeout as delay } from 'node:timers/promises';
import type { MailJob } from '@visita/contracts/jobs';
import { codeOf, type Log } from '@visita/platform/database/connect';
import type { Reminders } from './reminders.ts';

export type ReminderSweep = {
  start(): void;
  stop(): Promise<void>;
  /** One look; answers how many reminders were due. */
  sweep(): Promise<number>;
};

type Deps = {
  reminders: Pick<Reminders, 'takeDue' | 'forgetBegun'>;
  /** Queues a mail; asking for the same mail again changes nothing. */
  add(job: MailJob): Promise<unknown>;
  now: () => Date;
  log: Log;
};

const pause = 30_000;
const atOnce = 200;
/** A reminder that is queued and not settled by then is queued again: its job may have been lost. */
const patience = 10 * 60_000;

/** Looks for reminders whose time has come, and queues their mails. */
export const createReminderSweep = ({ reminders, add, now, log }: Deps): ReminderSweep => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const sweep = async (): Promise<number> => {
    const at = now();
    const due = await reminders.takeDue({ now: at, patience, limit: atOnce });
    for (const { bookingId, reminderId, revision } of due) {
      const job = { eventId: reminderId, about: bookingId, sequence: revision };
      await add({ ...job, template: 'reminder' });
      await add({ ...job, template: 'reminder-pro' });
    }
    await reminders.forgetBegun(at);
    return due.length;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const found = await sweep().catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'cannot look for reminders, trying again');
        return 0;
      });
      if (found === atOnce) continue;
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    sweep,
    start: () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

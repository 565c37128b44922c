import type { MailJob } from '@visita/contracts/jobs';
import type { Log } from '@visita/platform/core/log';
import { createSweep, type Sweep } from '@visita/platform/runtime/poller';
import type { Reminders } from './reminders.ts';

type Deps = {
  reminders: Pick<Reminders, 'takeDue' | 'forgetBegun'>;
  /** Queues a mail; asking for the same mail again changes nothing. */
  add(job: MailJob): Promise<unknown>;
  now: () => Date;
  log: Log;
};

const pause = 30_000;
/** A reminder that is queued and not settled by then is queued again: its job may have been lost. */
const patience = 10 * 60_000;

/** Looks for reminders whose time has come, and queues their mails. */
export const createReminderSweep = ({ reminders, add, now, log }: Deps): Sweep => {
  const look = async (atOnce: number): Promise<number> => {
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
  return createSweep({ name: 'reminders', look, pause, log });
};

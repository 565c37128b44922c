import type { Log } from '@visita/platform/core/log';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Outbox } from './outbox.ts';

const pause = 15_000;
/** Long enough that little of what is queued again is still waiting, short for somebody who waits for a mail. */
const patience = 60_000;

/** Queues what is due, and what the job store may have lost. */
export const createOutboxPoller = ({
  outbox,
  log,
}: {
  outbox: Pick<Outbox, 'queueDue' | 'forget'>;
  log: Log;
}): Poller => {
  const look = async (limit: number): Promise<number> => {
    await outbox.forget();
    return outbox.queueDue({ patience, limit });
  };
  return createPoller({ name: 'outbox', look, pause, log });
};

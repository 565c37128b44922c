import type { MailJob } from '@visita/contracts/jobs';
import type { Log } from '@visita/platform/logging/log';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { MailTransport } from './mail/transport.ts';
import type { Outbox } from './outbox.ts';

const pause = 15_000;
/**
 * Milliseconds until a job is queued again: few jobs are still waiting by then, and the time is
 * short for a user who waits for a mail.
 */
const patience = 60_000;

type Deps = {
  outbox: Pick<Outbox, 'queueDue' | 'forget' | 'expire'>;
  transport: Pick<MailTransport, 'answers'>;
  /** Called for each mail that expired before it was sent. */
  late(job: MailJob): Promise<void>;
  log: Log;
};

/**
 * Queues due jobs, jobs that the job store may have lost and, once the mail server answers, mails waiting for
 * it.
 */
export const createOutboxPoller = ({ outbox, transport, late, log }: Deps): Poller => {
  const look = async (limit: number): Promise<number> => {
    for (const job of await outbox.expire()) await late(job);
    const waiting = (await outbox.forget()) && (await transport.answers());
    return outbox.queueDue({ patience, limit, waiting });
  };
  return createPoller({ name: 'outbox', look, pause, log });
};

import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import { sleep } from '@visita/platform/core/retry';
import type { Database } from '@visita/platform/postgres/connect';
import { jobIdOf } from './asks.ts';
import type { MailTransport } from './transport.ts';

export type ForgettingDeps = {
  pool: Database['pool'];
  transport: Pick<MailTransport, 'forget'>;
  /** Takes back the job of a mail, where it waits. */
  removeJob(id: string): Promise<void>;
  /** Milliseconds; the ledger's. */
  lease: number;
  /** Milliseconds that a mail which is just being handed over is waited for. */
  patience?: number;
};

const pause = 100;

/** From here on the ledger lets no mail about them be handed over. */
const beginSql = 'insert into notifier.forgotten (subject) values ($1) on conflict do nothing';

/** A mail that a worker is just handing over: about them, or claimed before that was said and not known of yet. */
const underWaySql = `
  select from notifier.outbox mail, notifier.forgotten gone
  where gone.subject = $1 and mail.state = 'claimed' and mail.claimed_until > now()
    and (mail.subjects @> array[$1] or (mail.subjects is null and mail.claimed_until < gone.since + $2 * interval '1 ms'))
  limit 1`;

const dropSql = `
  update notifier.outbox set state = 'dropped', settled_at = now()
  where subjects @> array[$1] and state in ('asked', 'claimed')`;

const mailsSql = `
  select event_id as "eventId", template, message_id as "messageId", created
  from notifier.mails where subjects @> array[$1]`;

type Row = Pick<MailJob, 'eventId' | 'template'> & { messageId: string; created: Date };

/**
 * Makes what deletes the mails that hold somebody's data, and sees to it that no other follows: those that wait are
 * dropped, those that became files are removed. One that is just being handed over is waited for; it throws where that
 * lasts, which is to be tried again.
 * What remains in the ledger is that there were mails, and when.
 */
export const createForgetting = ({ pool, transport, removeJob, lease, patience = 5_000 }: ForgettingDeps) => {
  const waitForHandedOver = async (subject: Subject): Promise<void> => {
    for (let waited = 0; ; waited += pause) {
      const underWay = await pool.query(underWaySql, [subject, lease]);
      if (underWay.rowCount === 0) return;
      if (waited >= patience) throw new Error('a mail about somebody who is erased is under way');
      await sleep(pause);
    }
  };
  return async (subject: Subject): Promise<void> => {
    await pool.query(beginSql, [subject]);
    await waitForHandedOver(subject);
    await pool.query(dropSql, [subject]);
    const { rows } = await pool.query<Row>(mailsSql, [subject]);
    for (const mail of rows) {
      await removeJob(jobIdOf(mail));
      await transport.forget(mail);
    }
  };
};

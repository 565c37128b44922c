import type { Subject } from '@visita/contracts/event';
import type { MailJob } from '@visita/contracts/jobs';
import { sleep } from '@visita/platform/async/retry';
import type { Database } from '@visita/platform/postgres/connect';
import { jobIdOf } from '../mail-job-id.ts';

import type { MailTransport } from './transport.ts';

export type ForgettingDeps = {
  pool: Database['pool'];
  transport: Pick<MailTransport, 'forget'>;
  removeJob(id: string): Promise<void>;
  /** Lease of the ledger's claims (ms). */
  lease: number;
  /** Milliseconds to wait for a mail in delivery. */
  patience?: number;
};

const pause = 100;

/** From here on the ledger refuses mails about this person. */
const beginSql = 'insert into notifier.forgotten (subject) values ($1) on conflict do nothing';

/** A mail in delivery about the person, or claimed earlier with subjects not yet known. */
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
 * Creates the function that deletes the mails about a person and blocks further ones: waiting mails are
 * dropped, mail files removed. Waits for a mail in delivery and throws if that takes too long; the call is to
 * be repeated.
 *
 * The ledger keeps only that mails were sent, and when.
 */
export const createForgetting = ({ pool, transport, removeJob, lease, patience = 5_000 }: ForgettingDeps) => {
  const waitForHandedOver = async (subject: Subject): Promise<void> => {
    for (let waited = 0; ; waited += pause) {
      const underWay = await pool.query(underWaySql, [subject, lease]);
      if (underWay.rowCount === 0) return;
      if (waited >= patience) throw new Error('a mail about an erased person is in delivery');
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

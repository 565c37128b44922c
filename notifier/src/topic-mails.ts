import type { MailJob } from '@visita/contracts/jobs';
import type { Database } from '@visita/platform/postgres/connect';
import { inTransaction } from '@visita/platform/postgres/transaction';
import { dropSql, followSql, topicSql } from './outbox.sql.ts';

/**
 * A mail about a change; changes in quick succession become one mail with the last state: it replaces the pending
 * one of its topic, as in web push (RFC 8030, 5.4). Stored in the column `series`.
 */
export type TopicMail = {
  readonly topic: string;
  readonly id: string;
  readonly priority: number;
  readonly mail: MailJob;
  /** Milliseconds between two mails of the topic. */
  readonly pause: number;
};

type Row = {
  readonly id: string;
  readonly state: 'asked' | 'claimed' | 'sent';
  readonly revision: number;
  readonly due: Date;
  readonly payload: MailJob;
};

type Deps = { pool: Database['pool']; now: () => Date; lifetime: number };

/** Compares with the state last mailed, rather than with the state before a change that was never mailed. */
const sinceAnnounced = (mail: MailJob, unsent: Row | undefined): MailJob => {
  const { before = unsent?.payload.before, ...rest } = mail;
  const announced = unsent ? unsent.payload.before : before;
  return announced === undefined || announced === mail.at ? rest : { ...rest, before: announced };
};

/** The last mail already announced this state: the changes since cancel out. */
const isAnnounced = (mail: MailJob, last: Row | undefined): boolean =>
  last !== undefined &&
  last.payload.at === mail.at &&
  last.payload.hubServiceId === mail.hubServiceId &&
  last.payload.andServices === mail.andServices;

/**
 * Records a mail of a topic in place of its unclaimed ones, due with the first of these, or a pause after
 * the last claimed one. Returns the mail to queue at once, if any. Idempotent.
 */
export const sendByTopic = (
  { pool, now, lifetime }: Deps,
  { topic, id, priority, mail, pause }: TopicMail,
): Promise<MailJob | null> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(topicSql, [topic]);
    const { sequence: revision = 0 } = mail;
    if (rows.some((row) => row.revision >= revision)) return null;
    const unsent = rows.filter(({ state }) => state === 'asked');
    const last = rows.findLast(({ state }) => state !== 'asked');
    await client.query(dropSql, [unsent.map((row) => row.id)]);
    if (isAnnounced(mail, last)) return null;
    const at = now();
    // The last due time may come from a clock that was ahead.
    const lastDue = Math.min(last?.due.getTime() ?? -Infinity, at.getTime());
    const earliest = new Date(Math.max(at.getTime(), lastDue + pause));
    const due = unsent[0]?.due ?? earliest;
    const payload = sinceAnnounced(mail, unsent[0]);
    const expires = new Date(due.getTime() + lifetime);
    const queued = due <= at ? at : null;
    const values = [
      id,
      mail.template,
      JSON.stringify(payload),
      priority,
      topic,
      revision,
      due,
      queued,
      expires,
    ];
    await client.query(followSql, values);
    return queued ? payload : null;
  });

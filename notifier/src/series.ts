import type { MailJob } from '@visita/contracts/jobs';
import type { Database } from '@visita/platform/postgres/connect';
import { inTransaction } from '@visita/platform/postgres/transaction';
import { dropSql, followSql, seriesSql } from './outbox.sql.ts';

/** A mail that says how something is since: of several that come close together the last says all. */
export type Followed = {
  readonly series: string;
  readonly id: string;
  readonly priority: number;
  readonly mail: MailJob;
  /** Milliseconds between two mails of the series. */
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

/** How it was when somebody was told last, rather than before a change that they were never told of. */
const sinceTold = (mail: MailJob, unsent: Row | undefined): MailJob => {
  const { before = unsent?.payload.before, ...rest } = mail;
  const told = unsent ? unsent.payload.before : before;
  return told === undefined || told === mail.at ? rest : { ...rest, before: told };
};

/** Nobody is told twice of the same: what came in between is undone. */
const isTold = (mail: MailJob, last: Row | undefined): boolean =>
  last !== undefined && last.payload.at === mail.at && last.payload.hubServiceId === mail.hubServiceId;

/**
 * Writes down a mail of a series in place of those that nobody has claimed yet, due with the first of these, or so long
 * after the one that was claimed last. Answers what is to be queued at once. Doing it again changes nothing.
 */
export const followSeries = (
  { pool, now, lifetime }: Deps,
  { series, id, priority, mail, pause }: Followed,
): Promise<MailJob | null> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(seriesSql, [series]);
    const { sequence: revision = 0 } = mail;
    if (rows.some((row) => row.revision >= revision)) return null;
    const unsent = rows.filter(({ state }) => state === 'asked');
    const last = rows.findLast(({ state }) => state !== 'asked');
    await client.query(dropSql, [unsent.map((row) => row.id)]);
    if (isTold(mail, last)) return null;
    const at = now();
    // The last one was due by a clock that may have been ahead of this one.
    const lastDue = Math.min(last?.due.getTime() ?? -Infinity, at.getTime());
    const earliest = new Date(Math.max(at.getTime(), lastDue + pause));
    const due = unsent[0]?.due ?? earliest;
    const payload = sinceTold(mail, unsent[0]);
    const expires = new Date(due.getTime() + lifetime);
    const queued = due <= at ? at : null;
    const values = [
      id,
      mail.template,
      JSON.stringify(payload),
      priority,
      series,
      revision,
      due,
      queued,
      expires,
    ];
    await client.query(followSql, values);
    return queued ? payload : null;
  });

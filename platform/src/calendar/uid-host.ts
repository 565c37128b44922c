import type { Database } from '../postgres/connect.ts';

// Earlier releases took the host of UIDs from their mails' message ids; the latest mail determines
// the host.
const lastMailed = `select split_part(rtrim(message_id, '>'), '@', 2) as host from notifier.outbox
  where message_id is not null order by settled_at desc nulls last limit 1`;

/** Returns the host of mails that an earlier release sent from this database; null if there are none. */
const mailedHost = async (pool: Database['pool']): Promise<string | null> => {
  const found = await pool.query<{ there: boolean }>(
    `select count(*) > 0 as there from information_schema.columns
     where table_schema = 'notifier' and table_name = 'outbox' and column_name = 'message_id'`,
  );
  if (found.rows[0]?.there !== true) return null;
  const { rows } = await pool.query<{ host: string }>(lastMailed);
  return rows[0]?.host || null;
};

/**
 * Returns the host part of iCalendar UIDs: the product's host at the first start on this database. It stays after a
 * move to another domain, so that calendar programs recognise their entries.
 */
export const keepUidHost = async ({ pool }: Pick<Database, 'pool'>, hostname: string): Promise<string> => {
  const kept = async () =>
    (await pool.query<{ host: string }>('select host from calendar.uid_host')).rows[0]?.host;
  const known = await kept();
  if (known !== undefined) return known;
  const host = (await mailedHost(pool)) ?? hostname;
  await pool.query('insert into calendar.uid_host (host) values ($1) on conflict do nothing', [host]);
  return (await kept()) ?? host;
};

import type { Pool } from 'pg';
import type { Sealer } from '../vault/purpose-keys.ts';
import { type Connection, connectionContext } from './connections.ts';

type Row = Connection & { readonly tokens: Buffer };

const readConnections = async (pool: Pick<Pool, 'query'>): Promise<readonly Row[]> =>
  (
    await pool.query<Row>(
      'select pro_id as "proId", connection_id as "connectionId", tokens from calendar.connections order by 2',
    )
  ).rows;

/** Counts the connections whose tokens are encrypted with an older key. */
export const countOldSeals = async (pool: Pick<Pool, 'query'>, sealer: Sealer): Promise<number> =>
  (await readConnections(pool)).filter((row) => !sealer.isCurrent(connectionContext(row), row.tokens)).length;

/**
 * Encrypts the tokens of connections with the current key. Tokens that are refreshed meanwhile use
 * this key already.
 */
export const resealConnections = async (pool: Pick<Pool, 'query'>, sealer: Sealer): Promise<void> => {
  for (const row of await readConnections(pool)) {
    const context = connectionContext(row);
    if (sealer.isCurrent(context, row.tokens)) continue;
    await pool.query('update calendar.connections set tokens = $2 where connection_id = $1 and tokens = $3', [
      row.connectionId,
      sealer.seal(context, sealer.open(context, row.tokens)),
      row.tokens,
    ]);
  }
};

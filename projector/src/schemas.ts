import type { Pool, PoolClient } from 'pg';
import type { Target } from './checkpoints.ts';

export { projectorMigrations } from '../migrations/migrations.ts';

/** Schemas of a blue/green rebuild: live, being filled, previous, and filled for a comparison. */
export const live = 'read';
export const next = 'read_next';
export const previous = 'read_previous';
export const comparison = 'read_verify';

/** Advisory lock for work on the schemas. */
const lock = `hashtextextended('visita.rebuild', 0)`;

/** Releases the lock explicitly, since an ended session keeps it until the server notices. */
const unlocked = async <Answer>(client: PoolClient, work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work();
  } finally {
    // After a lost connection or a failed transaction, the lock ends with the session.
    await client.query(`select pg_advisory_unlock(${lock})`).catch(() => undefined);
  }
};

/** Runs work in a session of its own, without statement timeout. */
const inSession = async <Answer>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> => {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    return await work(client);
  } finally {
    // The connection keeps the changed timeouts, so it must not go back into the pool.
    client.release(true);
  }
};

/** Runs work on the schemas under the lock; waits for another session's work. */
export const alone = <Answer>(pool: Pool, work: (client: PoolClient) => Promise<Answer>): Promise<Answer> =>
  inSession(pool, async (client) => {
    await client.query(`select pg_advisory_lock(${lock})`);
    return unlocked(client, () => work(client));
  });

/**
 * Works like {@link alone}, but returns false without waiting if another session holds the lock.
 */
export const aloneOrNot = (pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<boolean> =>
  inSession(pool, async (client) => {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lock}) as got`);
    if (!rows[0]?.got) return false;
    await unlocked(client, () => work(client));
    return true;
  });

export const exists = async (client: Pick<PoolClient, 'query'>, schema: string): Promise<boolean> => {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  return rowCount === 1;
};

export const drop = async (client: Pick<PoolClient, 'query'>, schema: string): Promise<void> => {
  await client.query(`drop schema if exists ${schema} cascade`);
};

/**
 * Pauses the live projector, has `catchUp` bring the target to the last event and makes it the live schema in
 * one transaction. The replaced schema becomes the previous one; the former previous one is dropped.
 */
export const swapIn = async <Answer>(
  client: PoolClient,
  { schema }: Pick<Target, 'schema'>,
  catchUp: () => Promise<Answer>,
): Promise<Answer> => {
  await client.query('begin');
  await client.query(`lock table ${live}.checkpoints in exclusive mode`);
  const answer = await catchUp();
  if (schema === previous) {
    await client.query(`alter schema ${previous} rename to ${next}`);
  } else {
    await drop(client, previous);
  }
  await client.query(`alter schema ${live} rename to ${previous}; alter schema ${next} rename to ${live}`);
  await client.query('commit');
  return answer;
};

import type { Pool, PoolClient } from 'pg';
import type { Target } from './checkpoints.ts';

export { projectorMigrations } from '../migrations/migrations.ts';

/** The schemas of a blue/green rebuild: in use, being filled, in use before, and filled to be compared. */
export const live = 'read';
export const next = 'read_next';
export const previous = 'read_previous';
export const comparison = 'read_verify';

/** Work on the schemas is done by one at a time. */
const lock = `hashtextextended('visita.rebuild', 0)`;

/** Gives the lock back at once; a session that is ended keeps its own until the server has noticed. */
const unlocked = async <Answer>(client: PoolClient, work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work();
  } finally {
    // Where the connection was lost, or its transaction failed, it goes with the session.
    await client.query(`select pg_advisory_unlock(${lock})`).catch(() => undefined);
  }
};

/** Works in a session of its own, which may take its time. */
const inSession = async <Answer>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> => {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    return await work(client);
  } finally {
    // The session keeps unusual timeouts: it must not go back into the pool.
    client.release(true);
  }
};

/** Works on the schemas alone: somebody else's rebuild is waited for. */
export const alone = <Answer>(pool: Pool, work: (client: PoolClient) => Promise<Answer>): Promise<Answer> =>
  inSession(pool, async (client) => {
    await client.query(`select pg_advisory_lock(${lock})`);
    return unlocked(client, () => work(client));
  });

/** As {@link alone}, or not at all, and false, where somebody else is at it. */
export const aloneOrNot = (pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<boolean> =>
  inSession(pool, async (client) => {
    const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${lock}) as got`);
    if (!rows[0]?.got) return false;
    await unlocked(client, () => work(client));
    return true;
  });

/** Whether a schema is there. */
export const exists = async (client: Pick<PoolClient, 'query'>, schema: string): Promise<boolean> => {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
  return rowCount === 1;
};

export const drop = async (client: Pick<PoolClient, 'query'>, schema: string): Promise<void> => {
  await client.query(`drop schema if exists ${schema} cascade`);
};

/**
 * Holds the live projector still, has `catchUp` bring the target to where all events are, and makes it the live schema
 * in one transaction. What was live is kept aside, in the place of what was kept before.
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

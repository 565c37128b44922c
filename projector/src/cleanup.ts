import type { Pool, PoolClient } from 'pg';
import { codeOf, type Log } from '@visita/platform/logging/log';
import { previous, live } from './schemas.ts';

/** Vacuums dead rows of the read models. */
export type Cleanup = {
  /** Starts a cleanup; a request during one runs another after it. */
  ask(): void;
  /** Stops after the running cleanup. */
  stop(): Promise<void>;
};

/** Tables of the read models that hold personal data. */
const tables = ['blocks', 'bookings', 'patients', 'pros'] as const;

/**
 * Creates the cleanup. An update leaves the old row version in the table until a vacuum removes it.
 * After an erasure the product must not wait for autovacuum. The read models kept for a rollback
 * are brought up to date first.
 */
export const createCleanup = ({
  pool,
  log,
  followPrevious,
  pause = 30_000,
}: {
  pool: Pool;
  log: Log;
  /** Resolves to false if another session is working on the schemas. */
  followPrevious: () => Promise<boolean>;
  /** Milliseconds until a failed cleanup is tried again; 30,000 by default. */
  pause?: number;
}): Cleanup => {
  let asked = false;
  let stopped = false;
  let working: Promise<void> | undefined;
  let again: NodeJS.Timeout | undefined;

  const vacuum = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      for (const table of await kept(client)) await client.query(`vacuum ${table}`);
    } finally {
      // The connection keeps the changed timeout, so it must not go back into the pool.
      client.release(true);
    }
  };

  const clean = async (): Promise<boolean> => {
    try {
      const followed = await followPrevious();
      await vacuum();
      return followed;
    } catch (error) {
      log.warn({ code: codeOf(error) }, 'cannot clean up the read models now, trying again');
      return false;
    }
  };

  const work = async (): Promise<void> => {
    while (asked) {
      asked = false;
      clearTimeout(again);
      if (!(await clean()) && !stopped) again = setTimeout(ask, pause);
    }
    working = undefined;
  };

  const ask = (): void => {
    asked = true;
    working ??= work();
  };

  return {
    ask,
    stop: async () => {
      asked = false;
      stopped = true;
      clearTimeout(again);
      await working;
    },
  };
};

/** Lists the existing tables: schemas of another version may lack one. */
const kept = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = any($1) and tablename = any($2)`,
    [[live, previous], tables],
  );
  return rows.map(({ name }) => name);
};

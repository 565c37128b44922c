import type { Pool, PoolClient } from 'pg';
import { codeOf, type Log } from '@visita/platform/core/log';
import { previous, live } from './schemas.ts';

/** Clears away what the database keeps of rows that were changed. */
export type Cleanup = {
  /** Does so soon; asking again meanwhile does it once more. */
  ask(): void;
  /** Ends after the work in hand. */
  stop(): Promise<void>;
};

/** Tables of the read models that hold personal data. */
const tables = ['blocks', 'bookings', 'patients', 'pros'] as const;

/**
 * An update leaves the row before it in the table until a vacuum comes along. Nobody reads it there, but it is not gone:
 * after an erasure it is not left to chance when that happens. The read models kept for a rollback are made to follow first.
 */
export const createCleanup = ({
  pool,
  log,
  followPrevious,
  pause = 30_000,
}: {
  pool: Pool;
  log: Log;
  /** False where it could not, as somebody else works on the schemas. */
  followPrevious: () => Promise<boolean>;
  /** Milliseconds until what could not be done is tried again; 30,000 unless told. */
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
      // The session keeps the unusual timeout: it must not go back into the pool.
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

/** Those of another version may lack one. */
const kept = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = any($1) and tablename = any($2)`,
    [[live, previous], tables],
  );
  return rows.map(({ name }) => name);
};

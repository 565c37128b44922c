import type { Pool, PoolClient } from 'pg';
import { codeOf, type Log } from '@visita/platform/database/connect';
import { former, live } from './schemas.ts';

/** Clears away what the database keeps of rows that were changed. */
export type Tidying = {
  /** Does so soon; asking again meanwhile does it once more. */
  ask(): void;
  /** Ends after the work in hand. */
  stop(): Promise<void>;
};

/** Tables of the read models that hold personal data. */
const tables = ['bookings', 'patients', 'pros'] as const;

/**
 * An update leaves the row before it in the table until a vacuum comes along. Nobody reads it there, but it is not gone:
 * after an erasure it is not left to chance when that happens. The read models kept for a rollback are made to follow first.
 */
export const createTidying = ({
  pool,
  log,
  followFormer,
}: {
  pool: Pool;
  log: Log;
  followFormer: () => Promise<unknown>;
}): Tidying => {
  let asked = false;
  let working: Promise<void> | undefined;

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

  const work = async (): Promise<void> => {
    while (asked) {
      asked = false;
      await followFormer()
        .then(vacuum)
        .catch((error: unknown) => {
          log.warn({ code: codeOf(error) }, 'cannot tidy the read models now: the database does so in time');
        });
    }
    working = undefined;
  };

  return {
    ask: () => {
      asked = true;
      working ??= work();
    },
    stop: async () => {
      asked = false;
      await working;
    },
  };
};

/** Those of another version may lack one. */
const kept = async (client: PoolClient): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = any($1) and tablename = any($2)`,
    [[live, former], tables],
  );
  return rows.map(({ name }) => name);
};

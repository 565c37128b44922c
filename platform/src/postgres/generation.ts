import type { Pool } from 'pg';

/**
 * Generation of stored values that this release reads: 2 has receptions and their notes on blocked times. It ends the
 * application name of every connection; names without a number are of generation 1 (release 1.0).
 */
export const generation = 2;

const olderQuery = {
  name: 'older-processes',
  text: `select exists (select from pg_stat_activity
      where datname = current_database() and application_name ~ '^visita( listen|-jobs)?( [0-9]+)?$'
        and coalesce(substring(application_name from ' ([0-9]+)$')::integer, 1) < $1) as older`,
};

/**
 * Tells whether all processes on a database read the values of this generation. Every process keeps a connection, and
 * all of them use one database user, whose sessions PostgreSQL shows.
 */
export const isUpdateComplete = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ older: boolean }>({ ...olderQuery, values: [generation] });
  return rows[0]?.older === false;
};

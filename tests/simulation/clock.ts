import type { Database } from '@visita/platform/postgres/connect';

/** A clock that a simulation sets, for the code and for `now()` in SQL. */
export type SimulatedClock = {
  now(): Date;
  /** Sets the time. Connections that were opened after {@link createClock} see it in SQL too. */
  set(at: Date): Promise<void>;
};

const schema = `
  create schema simulated;
  create table simulated.clock (at timestamptz not null);
  insert into simulated.clock values ($at$);
  create function simulated.now() returns timestamptz language sql stable as 'select at from simulated.clock'`;

/** Creates the clock of a database. */
export const createClock = async ({ pool, url }: Database, start: string): Promise<SimulatedClock> => {
  const name = new URL(url).pathname.slice(1);
  await pool.query(schema.replace('$at$', `'${start}'`));
  await pool.query(`alter database ${name} set search_path = simulated, pg_catalog, public`);
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    set: async (next) => {
      at = next.getTime();
      await pool.query('update simulated.clock set at = $1', [next]);
    },
  };
};

import type { Pool } from 'pg';

export type EndedSessions = {
  add(id: string, expires: Date): Promise<void>;
  has(id: string): Promise<boolean>;
};

/** Stores them in the PostgreSQL schema `operator`, shared by all replicas, until their cookies expire. */
export const createEndedSessions = (pool: Pool, now: () => Date): EndedSessions => ({
  add: async (id, expires) => {
    await pool.query('delete from operator.ended_sessions where expires <= $1', [now()]);
    await pool.query(
      'insert into operator.ended_sessions (id, expires) values ($1, $2) on conflict do nothing',
      [id, expires],
    );
  },
  has: async (id) =>
    (await pool.query('select from operator.ended_sessions where id = $1', [id])).rowCount === 1,
});

import type { Database } from '@visita/platform/postgres/connect';
import { forgetSql, planSql, withdrawSql } from './planned.sql.ts';
import type { Planned } from './port.ts';

type Deps = { pool: Database['pool']; now: () => Date };

/** Creates the ledger of planned messages, in a table. */
export const createPlanned = ({ pool, now }: Deps): Planned => ({
  plan: async (message) => {
    const { id, purpose, about, step = null, visitAt = null, proId, clinicId, subjects } = message;
    const { channel, due, notAfter } = message;
    const values = [id, purpose, about, step, visitAt, proId, clinicId, subjects, channel, due, notAfter];
    await pool.query(planSql, values);
  },
  withdraw: async (id) => {
    await pool.query(withdrawSql, [id, now()]);
  },
  forget: async (subject) => {
    await pool.query(forgetSql, [subject]);
  },
});

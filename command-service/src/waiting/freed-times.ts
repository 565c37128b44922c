import type { Knex } from 'knex';

/** A stretch in which time of a professional became free at a clinic. Instants. */
export type FreedTime = {
  readonly id: string;
  readonly clinicId: string;
  readonly proId: string;
  readonly start: string;
  readonly end: string;
  /** Number of offers that freed this time one after the other. */
  readonly links: number;
  /** Instant at which it became free. */
  readonly freedAt: string;
};

/** Freed times that are still to be offered. */
export type FreedTimes = {
  /** Stores a freed time once. */
  put(freed: FreedTime, lookAt: Date): Promise<void>;
  remove(id: string): Promise<void>;
  later(id: string, lookAt: Date): Promise<void>;
  /** Makes a freed time end earlier. */
  cut(id: string, end: string): Promise<void>;
  /** Looks at all freed times of a clinic again. */
  wake(clinicId: string, lookAt: Date): Promise<void>;
  due(now: Date, atOnce: number): Promise<FreedTime[]>;
};

const table = 'command.freed_times';

type Row = {
  readonly id: string;
  readonly clinic_id: string;
  readonly pro_id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly links: number;
  readonly freed_at: Date;
};

/** Creates the store of freed times in a table of the command schema. */
export const createFreedTimes = (knex: Knex): FreedTimes => ({
  put: async ({ id, clinicId, proId, start, end, links, freedAt }, lookAt) => {
    const row = {
      id,
      clinic_id: clinicId,
      pro_id: proId,
      starts_at: start,
      ends_at: end,
      links,
      freed_at: freedAt,
    };
    await knex(table)
      .insert({ ...row, look_at: lookAt })
      .onConflict('id')
      .ignore();
  },
  remove: async (id) => {
    await knex(table).where({ id }).delete();
  },
  later: async (id, lookAt) => {
    await knex(table).where({ id }).update({ look_at: lookAt });
  },
  cut: async (id, end) => {
    await knex(table).where({ id }).update({ ends_at: end });
  },
  wake: async (clinicId, lookAt) => {
    await knex(table).where({ clinic_id: clinicId }).update({ look_at: lookAt });
  },
  due: async (now, atOnce) => {
    const rows = await knex(table)
      .where('look_at', '<=', now)
      .orderBy(['look_at', 'starts_at', 'id'])
      .limit(atOnce)
      .select<Row[]>('id', 'clinic_id', 'pro_id', 'starts_at', 'ends_at', 'links', 'freed_at');
    return rows.map((row) => ({
      id: row.id,
      clinicId: row.clinic_id,
      proId: row.pro_id,
      start: row.starts_at.toISOString(),
      end: row.ends_at.toISOString(),
      links: row.links,
      freedAt: row.freed_at.toISOString(),
    }));
  },
});

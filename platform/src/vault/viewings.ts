import type { Actor } from '@visita/contracts/envelope';
import type { Subject } from '@visita/contracts/event';
import type { Viewed } from '@visita/contracts/personal-data/views';
import { LRUCache } from 'lru-cache';
import { deriveId } from '../ids/derive-id.ts';
import type { Database } from '../postgres/connect.ts';
import type { Migration } from '../postgres/migrate.ts';
import { decrypt, encrypt } from './cipher.ts';
import type { SubjectKey } from './key-cache.ts';

/** An access to a patient's record. */
export type Viewing = { readonly patientId: string; readonly by: Actor; readonly how: Viewed['how'] };

/** Log of accesses to patients' records. */
export type Viewings = {
  /** Records an access before the record is shown. Accesses within a quarter of an hour count once. */
  note(viewing: Viewing): Promise<void>;
  /** Returns the accesses, latest first; none if the patient was erased. */
  of(patientId: string): Promise<Viewed[]>;
  forget(patientId: string): Promise<void>;
  /** Deletes entries older than two years. */
  purge(): Promise<void>;
};

type Options = {
  database: Pick<Database, 'pool'>;
  /** Returns the keys of these subjects; null for erased ones. */
  vault: { getKeys(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, SubjectKey>> };
  clock: () => Date;
};

/** Migration: the table of {@link createViewings}, for schema `vault`. */
export const viewingsTable: Migration = {
  up: (knex) =>
    knex.schema.createTable('viewings', (table) => {
      table.uuid('id').primary();
      table.uuid('patient_id').notNullable().index();
      table.timestamp('at').notNullable().index();
      // Encrypted with the patient's key, which is deleted on erasure.
      table.binary('sealed').notNullable();
    }),
};

const quarter = 15 * 60_000;
const keptYears = 2;
/** Maximum number of recorded accesses in the cache of a process. */
const maximumNoted = 20_000;

const noteSql = `
  insert into vault.viewings (id, patient_id, at, sealed) values ($1, $2, $3, $4) on conflict do nothing`;
const ofSql = 'select id, at, sealed from vault.viewings where patient_id = $1 order by at desc, id';

type Row = { id: string; at: Date; sealed: Buffer };

/** Creates the log in the PostgreSQL schema `vault`. */
export const createViewings = ({ database: { pool }, vault, clock }: Options): Viewings => {
  const noted = new LRUCache<string, true>({ max: maximumNoted });
  const keyOf = async (patientId: string) => {
    const subject = `patient-${patientId}` as const;
    return (await vault.getKeys([subject])).get(subject) ?? null;
  };

  return {
    note: async ({ patientId, by, how }) => {
      const key = await keyOf(patientId);
      if (key === null) return;
      const at = clock();
      const id = deriveId(patientId, by, how, String(Math.floor(at.getTime() / quarter)));
      if (noted.has(id)) return;
      const sealed = encrypt(key, `viewing|${id}`, JSON.stringify({ by, how }));
      await pool.query({ name: 'viewing-note', text: noteSql, values: [id, patientId, at, sealed] });
      noted.set(id, true);
    },
    of: async (patientId) => {
      const key = await keyOf(patientId);
      if (key === null) return [];
      const { rows } = await pool.query<Row>(ofSql, [patientId]);
      return rows.map(({ id, at, sealed }) => ({
        ...(JSON.parse(decrypt(key, `viewing|${id}`, sealed).toString()) as Omit<Viewed, 'time'>),
        time: at.toISOString(),
      }));
    },
    forget: async (patientId) => {
      noted.clear();
      await pool.query('delete from vault.viewings where patient_id = $1', [patientId]);
    },
    purge: async () => {
      const before = clock();
      before.setUTCFullYear(before.getUTCFullYear() - keptYears);
      await pool.query('delete from vault.viewings where at < $1', [before]);
    },
  };
};

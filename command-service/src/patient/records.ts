import { createBatcher } from '@visita/platform/async/batcher';
import type { Database } from '@visita/platform/postgres/connect';
import { withAsyncCommit } from '@visita/platform/postgres/async-commit';

/** A record with the time of its latest known use: an appointment, or the registration. */
export type Used = { readonly patientId: string; readonly proId: string; readonly at: Date };

export type PatientRecord = { readonly patientId: string; readonly proId: string };

/** Retention period of some records. */
export type Term = {
  readonly years: number;
  /** End of the period of the last record. */
  readonly expires: Date;
};

type Due = {
  readonly now: Date;
  /** Erasures are announced for records with a period that ends by this time. */
  readonly soon: Date;
  /** Lists records after this id. */
  readonly after: string;
  readonly atOnce: number;
};

/**
 * Index of patient records by pro and last use. The patients' streams tell whether the records
 * still exist. The index is built from events and can be rebuilt.
 */
export type PatientRecords = {
  /** Adds a record or updates its last use; the latest instant counts. */
  put(used: Used): Promise<void>;
  remove(patientId: string): Promise<void>;
  /** Sets the announced erasure date; null for none. */
  announce(record: PatientRecord, due: Date | null): Promise<void>;
  /** Ids of all patients with a record or hold at the pro. */
  ofPro(proId: string): Promise<string[]>;
  /** Erases the pro's records the given years after their last use; 0 keeps them. */
  keepFor(proId: string, years: number): Promise<void>;
  /** Removes a deleted pro, whose records are handled elsewhere. */
  forgetPro(proId: string): Promise<void>;
  /** Returns records with an erasure to announce, carry out or cancel, in id order. */
  toLookAt(asked: Due): Promise<readonly PatientRecord[]>;
  /** Retention period of some records of one pro; undefined if the pro never set one. */
  termOf(proId: string, patientIds: readonly string[]): Promise<Term | undefined>;
};

const [records, terms] = ['command.patient_records', 'command.retention'];
const expires = 'k.last_at + make_interval(years => r.years)';
/** The query has three parts, each with its own index. */
const toLookAt = `
  select k.patient_id as "patientId", k.pro_id as "proId" from (
    select k.* from ${terms} r join ${records} k on k.pro_id = r.pro_id
      where r.years > 0 and k.due is null and k.last_at <= :soon::timestamptz - make_interval(years => r.years)
    union all
    select k.* from ${records} k join ${terms} r on r.pro_id = k.pro_id
      where k.due is not null and (k.due <= :now::timestamptz or r.years = 0 or ${expires} > k.due)
  ) k where k.patient_id > :after::uuid order by k.patient_id limit :atOnce`;

const putMaximum = 1_000;

/** Keeps one row per patient: a statement cannot update a row twice. */
const latestOfEach = (used: readonly Used[]): Used[] => {
  const latest = new Map<string, Used>();
  for (const one of used) {
    const known = latest.get(one.patientId);
    if (!known || known.at < one.at) latest.set(one.patientId, one);
  }
  return [...latest.values()];
};

const putStatement = withAsyncCommit(
  'put-patient-records',
  `insert into ${records} as known (patient_id, pro_id, last_at)
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
    on conflict (patient_id) do update set last_at = greatest(known.last_at, excluded.last_at)`,
);

/** Batches concurrent writes into one statement. */
const createPuts = (pool: Database['pool']) =>
  createBatcher<Used, void>({
    maximum: putMaximum,
    flush: async (used) => {
      const latest = latestOfEach(used);
      const values = [
        latest.map(({ patientId }) => patientId),
        latest.map(({ proId }) => proId),
        latest.map(({ at }) => at),
      ];
      await pool.query({ ...putStatement, values });
      return used.map(() => undefined);
    },
  });

/** Creates the index in two tables of the command schema. */
export const createPatientRecords = ({ pool, knex }: Pick<Database, 'pool' | 'knex'>): PatientRecords => ({
  put: createPuts(pool).add,
  remove: async (patientId) => {
    await knex(records).where({ patient_id: patientId }).delete();
  },
  announce: async ({ patientId }, due) => {
    await knex(records).where({ patient_id: patientId }).update({ due });
  },
  ofPro: async (proId) => knex(records).where({ pro_id: proId }).pluck<string[]>('patient_id'),
  keepFor: async (proId, years) => {
    await knex(terms).insert({ pro_id: proId, years }).onConflict('pro_id').merge();
  },
  forgetPro: async (proId) => {
    await knex(terms).where({ pro_id: proId }).delete();
  },
  toLookAt: async (asked) => {
    const { rows } = await knex.raw<{ rows: PatientRecord[] }>(toLookAt, asked);
    return rows;
  },
  termOf: async (proId, patientIds) => {
    const { rows } = await knex.raw<{ rows: Term[] }>(
      `select r.years, max(${expires}) as expires from ${records} k join ${terms} r on r.pro_id = :proId
        where k.patient_id = any(:ids) group by r.years`,
      { proId, ids: [...patientIds] },
    );
    return rows[0];
  },
});

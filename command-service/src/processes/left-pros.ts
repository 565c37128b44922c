import type { Knex } from 'knex';

/** A pro who deleted their account or everything that belongs to it. */
export type LeftPro = {
  readonly proId: string;
  /** Clinics to be erased with the account. */
  readonly clinicIds: string[];
  /** Patients to be erased; null for all, including patients found later. */
  readonly patientIds: string[] | null;
  readonly leftAt: Date;
};

/** Pros who have left, until the last of their patients and clinics is erased. */
export type LeftPros = {
  /** Keeps an existing entry and adds clinics to it. */
  put(left: LeftPro, lookAt: Date): Promise<void>;
  remove(proId: string): Promise<void>;
  /** Returns entries due by an instant. */
  due(now: Date): Promise<readonly LeftPro[]>;
};

const table = 'command.left_pros';

const putSql = `
  insert into ${table} as known (pro_id, clinic_ids, patient_ids, left_at, look_at)
  values (?, ?::uuid[], ?::uuid[], ?, ?)
  on conflict (pro_id) do update set look_at = excluded.look_at, patient_ids = case
    when known.patient_ids is null or excluded.patient_ids is null then null
    else (select coalesce(array_agg(distinct id), '{}') from unnest(known.patient_ids || excluded.patient_ids) id)
    end, clinic_ids = (
    select coalesce(array_agg(distinct id), '{}') from unnest(known.clinic_ids || excluded.clinic_ids) id)`;

/** Creates the store of entries in a table of the command schema. */
export const createLeftPros = (knex: Knex): LeftPros => ({
  put: async ({ proId, clinicIds, patientIds, leftAt }, lookAt) => {
    await knex.raw(putSql, [proId, clinicIds, patientIds, leftAt, lookAt]);
  },
  remove: async (proId) => {
    await knex(table).where({ pro_id: proId }).delete();
  },
  due: (now) =>
    knex(table).where('look_at', '<=', now).select<LeftPro[]>({
      proId: 'pro_id',
      clinicIds: 'clinic_ids',
      patientIds: 'patient_ids',
      leftAt: 'left_at',
    }),
});

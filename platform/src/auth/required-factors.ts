import type { Database } from '../postgres/connect.ts';

/** Pros who need a second factor because a clinic requires it. Sessions read this. */
export type RequiredFactors = {
  /** Sets the pros of whom the clinic requires a second factor. */
  replace(clinicId: string, proIds: readonly string[]): Promise<void>;
};

const replace = `
  with gone as (delete from auth.asked_factors where clinic_id = $1 and pro_id <> all($2::uuid[]))
  insert into auth.asked_factors (clinic_id, pro_id) select $1, unnest($2::uuid[]) on conflict do nothing`;

/** Stores these pros in the PostgreSQL schema `auth`. */
export const createRequiredFactors = ({ pool }: Pick<Database, 'pool'>): RequiredFactors => ({
  replace: async (clinicId, proIds) => {
    await pool.query(replace, [clinicId, [...new Set(proIds)]]);
  },
});

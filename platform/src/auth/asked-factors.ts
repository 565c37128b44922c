import type { Database } from '../postgres/connect.ts';

/** Who needs a second factor because they work at a clinic that asks for it; sessions look there. */
export type AskedFactors = {
  /** From now on it is these of whom the clinic asks it. */
  replace(clinicId: string, proIds: readonly string[]): Promise<void>;
};

const replace = `
  with gone as (delete from auth.asked_factors where clinic_id = $1 and pro_id <> all($2::uuid[]))
  insert into auth.asked_factors (clinic_id, pro_id) select $1, unnest($2::uuid[]) on conflict do nothing`;

/** In the PostgreSQL schema `auth`. */
export const createAskedFactors = ({ pool }: Pick<Database, 'pool'>): AskedFactors => ({
  replace: async (clinicId, proIds) => {
    await pool.query(replace, [clinicId, [...new Set(proIds)]]);
  },
});

import type { Knex } from 'knex';

type Held = { readonly patientId: string; readonly proId: string };

/**
 * Index of records that are or were under legal hold. The patients' own streams tell whether they
 * still are.
 */
export type LegalHolds = {
  put(held: Held): Promise<void>;
  ofPro(proId: string): Promise<string[]>;
};

const table = 'command.legal_holds';

/** Creates the index in a table of the command schema. */
export const createLegalHolds = (knex: Knex): LegalHolds => ({
  put: async ({ patientId, proId }) => {
    await knex(table).insert({ patient_id: patientId, pro_id: proId }).onConflict().ignore();
  },
  ofPro: async (proId) => knex(table).where({ pro_id: proId }).pluck<string[]>('patient_id'),
});

import type { Knex } from 'knex';

type Held = { readonly patientId: string; readonly proId: string };

/** An index of whose record was ever put under legal hold. Their own streams say whether it still is. */
export type LegalHolds = {
  put(held: Held): Promise<void>;
  /** The ids of a pro's patients whose record was. */
  ofPro(proId: string): Promise<string[]>;
};

const table = 'command.legal_holds';

/** The index in a table of the write side. */
export const createLegalHolds = (knex: Knex): LegalHolds => ({
  put: async ({ patientId, proId }) => {
    await knex(table).insert({ patient_id: patientId, pro_id: proId }).onConflict().ignore();
  },
  ofPro: async (proId) => knex(table).where({ pro_id: proId }).pluck<string[]>('patient_id'),
});

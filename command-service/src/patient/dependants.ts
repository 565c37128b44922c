import type { Knex } from 'knex';

type Dependant = { readonly patientId: string; readonly responsibleId: string; readonly proId: string };

/**
 * Index of present and former dependants, for erasures. The dependants' own streams tell whether
 * they still are dependants.
 */
export type Dependants = {
  put(dependant: Dependant): Promise<void>;
  /** Ids of present and former dependants. */
  of(responsibleId: string): Promise<string[]>;
  /** Removes a dependant from the index. */
  forget(patientId: string): Promise<void>;
};

const table = 'command.dependants';

/** Creates the index in a table of the command schema. */
export const createDependants = (knex: Knex): Dependants => ({
  put: async ({ patientId, responsibleId, proId }) => {
    const row = { patient_id: patientId, responsible_id: responsibleId, pro_id: proId };
    await knex(table).insert(row).onConflict().ignore();
  },
  of: async (responsibleId) =>
    knex(table).where({ responsible_id: responsibleId }).pluck<string[]>('patient_id'),
  forget: async (patientId) => {
    await knex(table).where({ patient_id: patientId }).delete();
  },
});

import type { Knex } from 'knex';

type Dependant = { readonly patientId: string; readonly responsibleId: string; readonly proId: string };

/** An index of who was ever placed under whom, so that erasing finds them. Their own streams say whether it still holds. */
export type Dependants = {
  put(dependant: Dependant): Promise<void>;
  /** The ids of whom somebody cares for, or did. */
  of(responsibleId: string): Promise<string[]>;
  /** Forgets under whom somebody was. */
  forget(patientId: string): Promise<void>;
};

const table = 'command.dependants';

/** The index in a table of the write side. */
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

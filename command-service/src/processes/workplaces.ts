import type { Knex } from 'knex';

export type Workplace = { readonly clinicId: string; readonly hubId: string | null };

/** Index of pros' workplaces; a workplace without a hub is a clinic that the pro owns. */
export type Workplaces = {
  /** Idempotent. */
  remember(proId: string, place: Workplace): Promise<void>;
  of(proId: string): Promise<Workplace[]>;
  forget(proId: string): Promise<void>;
};

const table = 'command.workplaces';

/** Creates the index in a table of the command schema. */
export const createWorkplaces = (knex: Knex): Workplaces => ({
  remember: async (proId, { clinicId, hubId }) => {
    await knex(table).insert({ pro_id: proId, clinic_id: clinicId, hub_id: hubId }).onConflict().ignore();
  },
  of: (proId) =>
    knex(table).where({ pro_id: proId }).select<Workplace[]>({ clinicId: 'clinic_id', hubId: 'hub_id' }),
  forget: async (proId) => {
    await knex(table).where({ pro_id: proId }).delete();
  },
});

import type { Knex } from 'knex';

/** Stored answers of repeated requests, deleted by erasures. */
export type StoredAnswers = {
  forgetCommands(commandIds: readonly string[]): Promise<void>;
  forgetPro(proId: string): Promise<void>;
};

const table = 'command.idempotency';

/** Deletes answers before their expiry. */
export const createStoredAnswers = (knex: Knex): StoredAnswers => ({
  forgetCommands: async (commandIds) => {
    await knex(table).whereIn('command_id', commandIds).delete();
  },
  forgetPro: async (proId) => {
    await knex(table).where({ pro_id: proId }).delete();
  },
});

import type { Knex } from 'knex';

/** The answers kept for repeated requests, for those who erase people. */
export type RememberedAnswers = {
  forgetCommands(commandIds: readonly string[]): Promise<void>;
  /** All answers that went to a pro. */
  forgetPro(proId: string): Promise<void>;
};

const table = 'command.idempotency';

/** Lets answers be forgotten before their time. */
export const createRememberedAnswers = (knex: Knex): RememberedAnswers => ({
  forgetCommands: async (commandIds) => {
    await knex(table).whereIn('command_id', commandIds).delete();
  },
  forgetPro: async (proId) => {
    await knex(table).where({ pro_id: proId }).delete();
  },
});

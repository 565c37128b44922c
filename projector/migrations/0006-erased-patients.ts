import type { Migration } from '@visita/platform/database/migrate';

/** Which patients are erased, or about to be. */
export const erasedPatients: Migration = {
  up: (knex) => knex.raw('alter table patients add column erased boolean not null default false'),
};

import type { Migration } from '@visita/platform/postgres/migrate';

/**
 * Position up to which events were announced. Kept outside the read models: dropping those must not announce
 * again.
 */
export const relay: Migration = {
  up: (knex) =>
    knex.raw(`
      create table relay (
        single boolean primary key default true check (single),
        position text not null
      );
    `),
};

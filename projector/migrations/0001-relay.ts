import type { Migration } from '@visita/platform/postgres/migrate';

/** How far events were announced. Apart from the read models, so that dropping those announces nothing again. */
export const relay: Migration = {
  up: (knex) =>
    knex.raw(`
      create table relay (
        single boolean primary key default true check (single),
        position text not null
      );
    `),
};

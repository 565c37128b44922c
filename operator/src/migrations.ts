import type { Migrations } from '@visita/platform/database/migrate';

/** The schema of what operators keep. */
export const operatorSchema = 'operator';

/** The history of {@link operatorSchema}. */
export const operatorMigrations: Migrations = {
  '0001-seals': {
    up: (knex) =>
      knex.schema.createTable('seals', (table) => {
        table.text('position').primary();
        table.binary('hash').notNullable();
        // Four bytes for each event since the seal before, so that a changed one can be named.
        table.binary('prints').notNullable();
        table.timestamp('sealed_at').notNullable();
      }),
  },
};

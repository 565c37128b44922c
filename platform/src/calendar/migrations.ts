import type { Migrations } from '../postgres/migrate.ts';

/** Schema of external calendar connections. Not events; secrets are encrypted or hashed. */
export const calendarSchema = 'calendar';

export const calendarMigrations: Migrations = {
  '0001-connections-and-feeds': {
    up: (knex) =>
      knex.schema
        .createTable('authorizations', (table) => {
          table.binary('state_hash').primary();
          table.uuid('pro_id').notNullable();
          table.binary('verifier').notNullable();
          table.timestamp('expires').notNullable().index();
        })
        .createTable('connections', (table) => {
          table.uuid('connection_id').primary();
          table.uuid('pro_id').notNullable().index();
          table.binary('tokens').notNullable();
          table.timestamp('created').notNullable();
        })
        .createTable('feeds', (table) => {
          table.uuid('pro_id').primary();
          table.binary('secret_hash').notNullable().unique();
        }),
  },
  // The login of existing feeds is unknown.
  '0002-logins-of-feeds': {
    up: (knex) =>
      knex.schema.alterTable('feeds', (table) => {
        table.timestamp('login_at').notNullable().defaultTo(knex.fn.now());
      }),
  },
  '0003-uid-host': {
    up: (knex) =>
      knex.schema.createTable('uid_host', (table) => {
        // Single row.
        table.boolean('only').primary().defaultTo(true).checkIn(['true']);
        table.text('host').notNullable();
      }),
  },
};

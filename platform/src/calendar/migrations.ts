import type { Migrations } from '../postgres/migrate.ts';

/** The schema of what connects pros to calendars outside. None of it is an event, and no secret is readable. */
export const calendarSchema = 'calendar';

/** The history of {@link calendarSchema}. */
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
  // Of feeds that are there already it is not known by which login they were made.
  '0002-logins-of-feeds': {
    up: (knex) =>
      knex.schema.alterTable('feeds', (table) => {
        table.timestamp('login_at').notNullable().defaultTo(knex.fn.now());
      }),
  },
  '0003-uid-host': {
    up: (knex) =>
      knex.schema.createTable('uid_host', (table) => {
        // There is one row.
        table.boolean('only').primary().defaultTo(true).checkIn(['true']);
        table.text('host').notNullable();
      }),
  },
};

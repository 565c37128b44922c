import type { Migrations } from '../postgres/migrate.ts';

/** For `migrate(knex, 'auth', …)`: sessions and password hashes, which are not events. */
export const authMigrations: Migrations = {
  '0001-sessions-and-credentials': {
    up: async (knex) => {
      await knex.schema.createTable('sessions', (table) => {
        table.uuid('id').primary();
        table.uuid('pro_id').notNullable().index();
        table.timestamp('created').notNullable();
        table.timestamp('expires').notNullable();
        table.timestamp('ended_at');
      });
      await knex.schema.createTable('credentials', (table) => {
        table.uuid('pro_id').primary();
        table.text('password_hash').notNullable();
        table.timestamp('updated').notNullable();
      });
    },
  },
  '0002-where-sessions-are': {
    up: (knex) =>
      knex.schema.alterTable('sessions', (table) => {
        table.text('browser');
        table.text('network');
        table.timestamp('last_seen');
        // Instant at which the password was last entered; for existing sessions, their start.
        table.timestamp('proven_at');
      }),
  },
  '0003-browsers-and-failures': {
    up: (knex) =>
      knex.schema
        .createTable('browsers', (table) => {
          table.uuid('id').primary();
          table.uuid('pro_id').notNullable().index();
          table.timestamp('created').notNullable();
        })
        .createTable('login_failures', (table) => {
          table.text('account').primary();
          table.integer('failures').notNullable();
          table.timestamp('last').notNullable().index();
        }),
  },
  '0004-second-factors': {
    up: (knex) =>
      knex.schema
        .createTable('factors', (table) => {
          table.uuid('id').primary();
          table.uuid('pro_id').notNullable().index();
          // Encrypted with the pro's key, which is deleted on erasure.
          table.binary('secret').notNullable();
          table.timestamp('created').notNullable();
          table.boolean('confirmed').notNullable();
          // Time step of the latest used code; earlier codes are refused.
          table.bigInteger('last_step').notNullable();
        })
        .createTable('recovery_codes', (table) => {
          table.uuid('pro_id').notNullable();
          table.binary('code_hash').notNullable();
          table.primary(['pro_id', 'code_hash']);
        }),
  },
  '0005-passkeys': {
    up: (knex) =>
      knex.schema
        .createTable('passkeys', (table) => {
          table.uuid('id').primary();
          table.uuid('pro_id').notNullable().index();
          // In base64url, as in WebAuthn.
          table.text('credential_id').notNullable().unique();
          table.binary('public_key').notNullable();
          table.bigInteger('counter').notNullable();
          table.specificType('transports', 'text[]').notNullable();
          // Encrypted with the pro's key, which is deleted on erasure.
          table.binary('name').notNullable();
          table.timestamp('created').notNullable();
          table.timestamp('last_used');
        })
        .createTable('used_challenges', (table) => {
          table.text('challenge').primary();
          table.timestamp('expires').notNullable().index();
        }),
  },
  '0006-asked-factors': {
    up: (knex) =>
      knex.schema.createTable('asked_factors', (table) => {
        table.uuid('clinic_id').notNullable();
        table.uuid('pro_id').notNullable().index();
        table.primary(['clinic_id', 'pro_id']);
      }),
  },
  '0007-read-marks': {
    up: (knex) =>
      knex.schema.createTable('read_marks', (table) => {
        table.uuid('pro_id').primary();
        // Positions in the event store.
        table.text('until').notNullable();
        table.specificType('single', 'text[]').notNullable().defaultTo('{}');
      }),
  },
};

import type { Migrations } from '@visita/platform/postgres/migrate';

/**
 * Migrations of schema `command`: checkpoints and indexes of processes, and stored answers to
 * repeated requests.
 */
export const commandMigrations: Migrations = {
  '0001_checkpoints_and_idempotency': {
    up: async (knex) => {
      await knex.schema.createTable('checkpoints', (table) => {
        table.text('name').primary();
        table.text('position').notNullable();
      });
      await knex.schema.createTable('idempotency', (table) => {
        table.uuid('command_id').primary();
        table.binary('request').notNullable();
        table.binary('answer');
        table.text('position');
        table.timestamp('created').notNullable().index();
      });
    },
  },
  '0002_bookings_ahead': {
    up: (knex) =>
      knex.schema.createTable('bookings_ahead', (table) => {
        table.uuid('booking_id').primary();
        table.uuid('hub_id').notNullable().index();
        table.uuid('clinic_id').notNullable().index();
        table.timestamp('starts_at').notNullable().index();
        table.timestamp('hold_until').index();
        table.integer('revision').notNullable();
      }),
  },
  '0003_workplaces': {
    up: (knex) =>
      // Without a hub, the row means that the pro owns the clinic.
      knex.raw(`create table workplaces (
        pro_id uuid not null,
        clinic_id uuid not null,
        hub_id uuid,
        unique nulls not distinct (pro_id, clinic_id, hub_id)
      )`),
  },
  '0004_commands_of_keys': {
    up: async (knex) => {
      // Before this migration, the command id was the key alone; older answers could no longer be
      // found.
      await knex('idempotency').delete();
      await knex.raw(`alter table idempotency rename column command_id to key_id`);
      await knex.schema.alterTable('idempotency', (table) => {
        table.dropColumn('request');
        table.uuid('command_id').notNullable().index();
      });
    },
  },
  '0005_erasure': {
    up: async (knex) => {
      await knex.schema.createTable('patient_bookings', (table) => {
        table.uuid('booking_id').primary();
        table.uuid('patient_id').notNullable().index();
      });
      await knex.schema.alterTable('idempotency', (table) => {
        table.uuid('pro_id').index();
      });
    },
  },
  '0006_left_patients': {
    up: async (knex) => {
      await knex.schema.alterTable('patient_bookings', (table) => {
        table.uuid('pro_id').index();
      });
      await knex.schema.createTable('left_pros', (table) => {
        table.uuid('pro_id').primary();
        table.timestamp('look_at').notNullable();
      });
    },
  },
  '0007_bookings_handed_over': {
    // One booking may belong to patients of several pros over time.
    up: (knex) =>
      knex.schema.alterTable('patient_bookings', (table) => {
        table.dropPrimary();
        table.primary(['booking_id', 'patient_id']);
      }),
  },
  '0008_live_holds': {
    up: (knex) =>
      knex.schema.createTable('live_holds', (table) => {
        table.uuid('booking_id').primary();
        table.uuid('pro_id').notNullable().index();
        table.text('network').notNullable();
        table.integer('minutes').notNullable();
        table.timestamp('until').notNullable();
      }),
  },
  '0009_lapsed_holds': {
    up: (knex) =>
      knex.schema.createTable('lapsed_holds', (table) => {
        table.uuid('booking_id').primary();
        table.uuid('patient_id').notNullable();
        table.uuid('pro_id').notNullable();
        table.timestamp('look_at').notNullable().index();
      }),
  },
  '0010_left_clinics': {
    up: (knex) =>
      knex.raw(`alter table left_pros
        add column clinic_ids uuid[] not null default '{}', add column left_at timestamptz not null default now()`),
  },
  '0011_snapshots': {
    up: (knex) =>
      knex.schema.createTable('snapshots', (table) => {
        table.text('stream').primary();
        table.integer('version').notNullable();
        table.bigInteger('revision').notNullable();
        table.uuid('event_id').notNullable();
        table.specificType('subjects', 'text[]').notNullable();
        table.binary('state').notNullable();
      }),
  },
  '0012_dependants': {
    up: (knex) =>
      knex.schema.createTable('dependants', (table) => {
        table.uuid('patient_id').notNullable();
        table.uuid('responsible_id').notNullable().index();
        table.uuid('pro_id').notNullable().index();
        table.primary(['patient_id', 'responsible_id']);
      }),
  },
  '0013_cleared_pros': {
    // Null stands for all patients of the pro.
    up: (knex) => knex.raw('alter table left_pros add column patient_ids uuid[]'),
  },
  '0014_legal_holds': {
    up: (knex) =>
      knex.schema.createTable('legal_holds', (table) => {
        table.uuid('patient_id').primary();
        table.uuid('pro_id').notNullable().index();
      }),
  },
  '0015_holiday_clinics': {
    up: (knex) =>
      knex.schema.createTable('holiday_clinics', (table) => {
        table.uuid('clinic_id').primary();
        table.timestamp('look_at').notNullable().index();
      }),
  },
  '0016_patient_records': {
    up: async (knex) => {
      await knex.schema.createTable('patient_records', (table) => {
        table.uuid('patient_id').primary();
        table.uuid('pro_id').notNullable();
        table.timestamp('last_at').notNullable();
        table.timestamp('due');
        table.index(['pro_id', 'last_at']);
      });
      await knex.raw('create index on patient_records (due) where due is not null');
      await knex.schema.createTable('retention', (table) => {
        table.uuid('pro_id').primary();
        table.integer('years').notNullable();
      });
    },
  },
  '0017_holders_of_holds': {
    // The holder is null if no code was requested.
    up: (knex) => knex.raw('alter table live_holds add column holder text'),
  },
  '0018_waiting_list': {
    up: async (knex) => {
      await knex.schema.createTable('waiting_entries', (table) => {
        table.uuid('entry_id').primary();
        table.uuid('clinic_id').notNullable();
        table.uuid('patient_id').notNullable().index();
        table.uuid('booking_id').index();
        table.boolean('waiting').notNullable();
        table.boolean('urgent').notNullable();
        table.timestamp('joined_at').notNullable();
        table.timestamp('look_at').index();
        table.index(['clinic_id', 'joined_at']);
      });
      await knex.schema.createTable('freed_times', (table) => {
        table.uuid('id').primary();
        table.uuid('clinic_id').notNullable().index();
        table.uuid('pro_id').notNullable();
        table.timestamp('starts_at').notNullable();
        table.timestamp('ends_at').notNullable();
        table.integer('links').notNullable();
        table.timestamp('freed_at').notNullable();
        table.timestamp('look_at').notNullable().index();
      });
    },
  },
};

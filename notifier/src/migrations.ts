import type { Migrations } from '@visita/platform/postgres/migrate';
import { plannedTable } from './planned/planned.sql.ts';
import { mailsView, outboxRows, outboxTable } from './outbox-migration.sql.ts';

export const notifierSchema = 'notifier';

export const notifierMigrations: Migrations = {
  '0001-mail': {
    up: (knex) =>
      knex.schema
        .createTable('checkpoints', (table) => {
          table.text('name').primary();
          table.text('position').notNullable();
        })
        .createTable('mails', (table) => {
          table.uuid('event_id');
          table.text('template');
          table.text('message_id').notNullable().unique();
          table.text('state').notNullable().checkIn(['claimed', 'failed', 'sent', 'dropped']);
          table.uuid('claim_id').notNullable();
          table.timestamp('claimed_until', { useTz: true }).notNullable();
          table.integer('attempts').notNullable().defaultTo(1);
          table.timestamp('created', { useTz: true }).notNullable().defaultTo(knex.fn.now());
          table.timestamp('settled', { useTz: true });
          table.text('failure');
          table.primary(['event_id', 'template']);
        }),
  },
  '0002-reminders': {
    up: (knex) =>
      knex.schema.createTable('reminders', (table) => {
        table.uuid('booking_id').primary();
        table.uuid('reminder_id').notNullable();
        table.timestamp('starts_at', { useTz: true }).notNullable().index();
        table.timestamp('due_at', { useTz: true }).index();
        table.timestamp('queued_at', { useTz: true });
        table.integer('revision').notNullable();
      }),
  },
  // The message id follows from the primary key. As a unique column it made one of two first claims fail
  // instead of wait.
  '0003-message-id-follows': {
    up: (knex) => knex.schema.alterTable('mails', (table) => table.dropUnique(['message_id'])),
  },
  '0004-subjects-of-mails': {
    up: async (knex) => {
      // People in a mail, recorded at delivery; and people who may not be in mails any more.
      await knex.raw('alter table mails add column subjects text[]');
      await knex.raw('create index mails_by_subject on mails using gin (subjects)');
      await knex.schema.createTable('forgotten', (table) => {
        table.text('subject').primary();
        table.timestamp('since', { useTz: true }).notNullable().defaultTo(knex.fn.now());
      });
    },
  },
  '0005-owed': {
    up: async (knex) => {
      await knex.schema.createTable('owed', (table) => {
        table.text('queue');
        table.text('job_id');
        table.text('name').notNullable();
        table.jsonb('payload').notNullable();
        table.integer('priority').notNullable();
        table.timestamp('asked_at', { useTz: true }).notNullable().defaultTo(knex.fn.now()).index();
        table.timestamp('queued_at', { useTz: true }).notNullable().defaultTo(knex.fn.now());
        table.timestamp('settled_at', { useTz: true });
        table.primary(['queue', 'job_id']);
      });
      await knex.raw('create index owed_unsettled on owed (queued_at) where settled_at is null');
    },
  },
  '0006-outbox': {
    up: async (knex) => {
      await knex.raw(outboxTable);
      await knex.raw(outboxRows);
      await knex.raw('drop table mails, owed, reminders');
      await knex.raw(mailsView);
    },
  },
  '0007-counted-mails': {
    up: (knex) =>
      knex.schema.createTable('counted_mails', (table) => {
        table.text('job_id').primary();
        table.text('recipient').notNullable().index();
        table.text('account').index();
        table.timestamp('at', { useTz: true }).notNullable().index();
      }),
  },
  '0008-reminded': {
    up: async (knex) => {
      await knex.raw(
        `create index outbox_reminded on outbox (series) where name = 'reminder' and state = 'sent'`,
      );
    },
  },
  '0009-waiting-mails': {
    up: async (knex) => {
      await knex.raw('alter table outbox add column waits boolean not null default false');
      // Mails that failed during an outage of the mail server are parked in the job store, or wait there.
      await knex.raw(
        `update outbox set waits = true, queued_at = null where queue = 'mail' and state = 'asked'
           and failure in ('ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDNS', 'ESOCKET', 'ETIMEDOUT')`,
      );
    },
  },
  '0010-planned': { up: (knex) => knex.raw(plannedTable) },
};

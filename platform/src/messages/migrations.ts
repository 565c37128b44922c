import type { Migrations } from '../postgres/migrate.ts';

/** Schema of texts, their short links and the credentials of SMS providers. Not events; nothing names a person. */
export const messagesSchema = 'messages';

const textsTable = `
  create table texts (
    id uuid primary key,
    pro_id uuid not null,
    clinic_id uuid not null,
    patient_id uuid not null,
    purpose text not null,
    provider text not null,
    provider_id text,
    number text not null,
    segments integer,
    state text not null default 'waiting'
      check (state in ('waiting', 'sending', 'sent', 'unknown', 'delivered', 'failed', 'refused', 'dropped')),
    reason text,
    attempts integer not null default 0,
    created timestamptz not null,
    look_at timestamptz not null,
    not_after timestamptz not null,
    claimed_until timestamptz,
    settled_at timestamptz
  );
  create index texts_waiting on texts (look_at) where state in ('waiting', 'sending');
  create index texts_by_number on texts (number, created);
  create index texts_by_pro on texts (pro_id, created);
  create index texts_by_patient on texts (patient_id);
  create index texts_by_age on texts (created)`;

export const messagesMigrations: Migrations = {
  '0001-texts': {
    up: async (knex) => {
      await knex.raw(textsTable);
      await knex.schema
        .createTable('short_links', (table) => {
          table.binary('code_hash').primary();
          table.text('purpose').notNullable();
          table.uuid('target').notNullable().index();
          table.timestamp('expires').notNullable().index();
        })
        .createTable('credentials', (table) => {
          table.uuid('pro_id').notNullable();
          table.text('provider').notNullable();
          table.binary('sealed').notNullable();
          table.primary(['pro_id', 'provider']);
        });
    },
  },
  // Ids of offers are longer than UUIDs.
  '0002-links-of-offers': {
    up: async (knex) => {
      await knex.raw('alter table short_links alter target type text');
    },
  },
  // Links end when the number is corrected. Links of before have none.
  '0003-numbers-of-links': {
    up: async (knex) => {
      await knex.raw('alter table short_links add number text');
    },
  },
};

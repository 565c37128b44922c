import type { Migration } from '@visita/platform/database/migrate';

/** When professionals worked, as it was at the time. */
export const workingTime: Migration = {
  up: (knex) =>
    knex.raw(`
      create table working_hours (
        availability_id text primary key,
        hub_id uuid not null,
        working_day integer not null,
        starting_hour text not null,
        ending_hour text not null,
        since timestamptz not null,
        until timestamptz
      );
      create index working_hours_by_hub on working_hours (hub_id);

      create table workplace_changes (
        place_id uuid not null,
        position text not null,
        changed_at timestamptz not null,
        open boolean not null,
        primary key (place_id, position)
      );
    `),
};

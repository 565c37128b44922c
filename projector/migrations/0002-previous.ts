import type { Migration } from '@visita/platform/postgres/migrate';

/** Earlier releases kept the previous read models under another schema name. */
export const previous: Migration = {
  up: (knex) =>
    knex.raw(`
      do $$ begin
        if to_regnamespace('read_former') is not null and to_regnamespace('read_previous') is null then
          alter schema read_former rename to read_previous;
        end if;
      end $$;
    `),
};

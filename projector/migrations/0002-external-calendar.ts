import type { Migration } from '@visita/platform/database/migrate';

/** Which connection to an external calendar a pro has. */
export const externalCalendar: Migration = {
  up: (knex) => knex.raw('alter table pros add column external_calendar uuid'),
};

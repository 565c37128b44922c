import type { Migration } from '@visita/platform/database/migrate';

/** How many hours before an appointment its patient may change it; a day, until the pro says otherwise. */
export const manageNotice: Migration = {
  up: (knex) => knex.raw('alter table pros add column manage_notice_hours integer not null default 24'),
};

import type { Migration } from '@visita/platform/database/migrate';

/** Where the link of a change of email goes, until it is used. */
export const pendingEmail: Migration = {
  up: (knex) => knex.raw('alter table pros add column pending_email text'),
};

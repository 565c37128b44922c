import type { Migration } from '@visita/platform/database/migrate';

/** Whether a pro is told by mail what patients do online; they are, until they say otherwise. */
export const bookingNotice: Migration = {
  up: (knex) => knex.raw('alter table pros add column booking_notice_pro boolean not null default true'),
};

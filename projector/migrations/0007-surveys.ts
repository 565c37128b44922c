import type { Migration } from '@visita/platform/database/migrate';

/** Which surveys there are of whom, so that an export finds them; what they say is in the events only. */
export const surveys: Migration = {
  up: (knex) =>
    knex.raw(`
      create table surveys (
        survey_id uuid primary key,
        subject_id uuid not null,
        booking_id uuid
      );
      create index surveys_by_subject on surveys (subject_id);
      create index surveys_by_booking on surveys (booking_id);
      create index bookings_by_pro on bookings (pro_id, starts_at, booking_id);
    `),
};

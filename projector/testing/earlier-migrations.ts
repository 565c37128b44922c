import type { Migrations } from '@visita/platform/postgres/migrate';

/**
 * Migrations of the read models in releases before tables were created from declarations; older databases may
 * have them.
 */
export const earlierMigrations: Migrations = {
  '0001-read-models': {
    up: (knex) =>
      knex.raw(`
      create table checkpoints (
        projection text primary key,
        version integer not null,
        position text not null
      );

      create table pros (
        pro_id uuid primary key,
        email text,
        username text,
        slug text,
        title text,
        name text,
        lastname text,
        prefix text,
        phone text,
        config_status integer not null,
        plan text,
        marketing_consent boolean not null,
        patient_booking_limit boolean not null,
        calendar_availability_limit integer not null,
        payment_online boolean not null,
        payment_offline boolean not null,
        reminder_booking_email boolean not null,
        booking_reminder_pro boolean not null,
        cancel_booking_email boolean not null,
        comunications_language text not null,
        thank_you_page_url text
      );
      create index pros_by_username on pros (username);
      create index pros_by_slug on pros (slug);

      create table clinics (
        clinic_id uuid primary key,
        owner_id uuid not null,
        name text not null,
        country text not null,
        province_id text not null,
        city text not null,
        address text not null,
        postal_code text not null,
        timezone text not null,
        online_booking boolean not null,
        status text not null,
        position text not null
      );
      create index clinics_by_owner on clinics (owner_id);

      create table clinic_services (
        clinic_service_id text primary key,
        clinic_id uuid not null,
        service_name text not null,
        specialization_id text not null,
        duration integer not null,
        price_cents integer not null,
        activated boolean not null,
        position text not null
      );
      create index clinic_services_by_clinic on clinic_services (clinic_id);

      create table closings (
        closing_id text primary key,
        clinic_id uuid not null,
        title text not null,
        starting_date text not null,
        ending_date text not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null
      );
      create index closings_by_clinic on closings (clinic_id, ends_at);

      create table hubs (
        hub_id uuid primary key,
        clinic_id uuid not null,
        pro_id uuid not null,
        role text not null,
        status text not null,
        position text not null
      );
      create index hubs_by_clinic on hubs (clinic_id);
      create index hubs_by_pro on hubs (pro_id);

      create table hub_availabilities (
        availability_id text primary key,
        hub_id uuid not null,
        working_day integer not null,
        starting_hour text not null,
        ending_hour text not null
      );
      create index hub_availabilities_by_hub on hub_availabilities (hub_id);

      create table hub_services (
        hub_service_id text primary key,
        hub_id uuid not null,
        clinic_service_id text not null,
        position text not null
      );
      create index hub_services_by_hub on hub_services (hub_id);

      create table vacations (
        vacation_id text primary key,
        hub_id uuid not null,
        clinic_id uuid not null,
        title text not null,
        starting_date text not null,
        ending_date text not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null
      );
      create index vacations_by_hub on vacations (hub_id, ends_at);

      create table bookings (
        booking_id uuid primary key,
        pro_id uuid not null,
        clinic_id uuid not null,
        hub_id uuid not null,
        patient_id uuid not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null,
        timezone text not null,
        status text not null,
        hub_service_id text not null,
        clinic_service_id text not null,
        service_name text not null,
        specialization_id text not null,
        duration integer not null,
        price_cents integer not null,
        name text,
        email text,
        prefix text,
        phone text,
        patient_notes text,
        pro_notes text,
        language text not null,
        placed_by text not null,
        confirm_by timestamptz,
        position text not null
      );
      create index bookings_by_clinic on bookings (clinic_id, starts_at);
      create index bookings_by_patient on bookings (patient_id, starts_at);

      create table busy_intervals (
        booking_id uuid primary key,
        pro_id uuid not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null,
        hold_until timestamptz
      );
      create index busy_intervals_by_pro on busy_intervals (pro_id, ends_at);

      create table patients (
        patient_id uuid primary key,
        pro_id uuid not null,
        email text,
        name text,
        prefix text,
        phone text,
        corrected text
      );
      create index patients_by_pro on patients (pro_id, email);
    `),
  },
  '0002-external-calendar': {
    up: (knex) => knex.raw('alter table pros add column external_calendar uuid'),
  },
  '0003-pending-email': {
    up: (knex) => knex.raw('alter table pros add column pending_email text'),
  },
  '0004-manage-notice': {
    up: (knex) => knex.raw('alter table pros add column manage_notice_hours integer not null default 24'),
  },
  '0005-working-time': {
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
  },
  '0006-erased-patients': {
    up: (knex) => knex.raw('alter table patients add column erased boolean not null default false'),
  },
  '0007-surveys': {
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
  },
  '0008-booking-notice': {
    up: (knex) => knex.raw('alter table pros add column booking_notice_pro boolean not null default true'),
  },
};

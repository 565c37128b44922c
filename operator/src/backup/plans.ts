import { commandMigrations } from '@visita/command-service/migrations';
import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import type { SchemaPlan } from './plan.ts';
import { authMigrations } from '@visita/platform/auth/migrations';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import { messagesMigrations, messagesSchema } from '@visita/platform/messages/migrations';
import type { Migrations } from '@visita/platform/postgres/migrate';
import { eventStoreMigrations } from '@visita/platform/event-store/postgres.sql';
import { sourceMigrations, sourceSchema } from '@visita/platform/event-store/open';
import { sealMigrations, sealSchema } from '@visita/platform/event-store/seals';
import { leaderSchema } from '@visita/platform/runtime/leader';
import { vaultMigrations } from '@visita/platform/vault/vault';
import { projectorMigrations } from '@visita/projector/schemas';

/** Migrations of the schemas in backups. */
export const histories: Readonly<Record<string, Migrations>> = {
  eventstore: eventStoreMigrations,
  vault: vaultMigrations,
  auth: authMigrations,
  [calendarSchema]: calendarMigrations,
  [messagesSchema]: messagesMigrations,
  command: commandMigrations,
  projector: projectorMigrations,
  [notifierSchema]: notifierMigrations,
  [sealSchema]: sealMigrations,
};

/** This release's migrations by schema, including schemas without rows in backups. */
export const knownSteps: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({ ...histories, [sourceSchema]: sourceMigrations }).map(([schema, steps]) => [
    schema,
    Object.keys(steps),
  ]),
);

type Tables = Partial<Pick<SchemaPlan, 'kept' | 'leftOut' | 'positions'>>;

const plan = (schema: string, { kept = [], leftOut = {}, positions = [] }: Tables): SchemaPlan => ({
  schema,
  kept,
  positions,
  leftOut,
  migrations: Object.keys(histories[schema] ?? {}),
});

const madeFromEvents = 'made from the events';

/** Content of backups; the runbook has the same table. */
export const backupPlans: readonly SchemaPlan[] = [
  plan('eventstore', { leftOut: { events: 'in a file of their own' } }),
  plan(sourceSchema, { leftOut: 'written when the database is opened' }),
  plan('vault', { kept: ['key_versions', 'keys', 'pseudonyms', 'viewings'] }),
  plan('auth', {
    kept: ['credentials', 'factors', 'passkeys', 'recovery_codes', 'asked_factors'],
    leftOut: {
      sessions: 'one that ended since would be open again: everybody logs in',
      browsers: 'one that was forgotten since would be known again',
      login_failures: 'they count for a day',
      used_challenges: 'they are good for five minutes',
      read_marks: 'notices of before the restore count as read',
    },
  }),
  plan(calendarSchema, {
    kept: ['connections', 'feeds', 'uid_host'],
    leftOut: { authorizations: 'minutes old at most: a pro who was connecting begins anew' },
  }),
  plan(messagesSchema, { kept: ['texts', 'short_links', 'credentials'] }),
  plan('command', {
    kept: [
      'checkpoints',
      'idempotency',
      'bookings_ahead',
      'workplaces',
      'patient_bookings',
      'dependants',
      'legal_holds',
      'left_pros',
      'lapsed_holds',
      'holiday_clinics',
      'patient_records',
      'retention',
      'waiting_entries',
      'freed_times',
    ],
    leftOut: {
      live_holds: 'counted anew: at most as old as a hold lasts',
      snapshots: 'states of long streams, made from the events',
    },
    positions: ['checkpoints', 'idempotency'],
  }),
  plan('projector', { kept: ['relay'], positions: ['relay'] }),
  plan(notifierSchema, {
    kept: ['checkpoints', 'outbox', 'forgotten', 'planned', 'mails', 'reminders', 'owed'],
    positions: ['checkpoints'],
    leftOut: { counted_mails: 'a day old at most: mails are counted anew' },
  }),
  plan(sealSchema, { kept: ['seals', 'ended_sessions'] }),
  plan('read', { leftOut: madeFromEvents }),
  plan('read_previous', { leftOut: madeFromEvents }),
  plan('read_next', { leftOut: madeFromEvents }),
  plan('read_verify', { leftOut: madeFromEvents }),
  plan('bullmq', { leftOut: 'what was not done yet is in the outbox' }),
  plan(leaderSchema, { leftOut: 'seconds old at most' }),
];

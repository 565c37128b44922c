import { commandMigrations } from '@visita/command-service/migrations';
import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import type { SchemaPlan } from '../backup/plan.ts';
import { authMigrations } from '@visita/platform/auth/migrations';
import { calendarMigrations, calendarSchema } from '@visita/platform/calendar/migrations';
import type { Migrations } from '@visita/platform/postgres/migrate';
import { eventStoreMigrations } from '@visita/platform/event-store/postgres.sql';
import { sealMigrations, sealSchema } from '@visita/platform/event-store/seals';
import { leaderSchema } from '@visita/platform/runtime/leader';
import { vaultMigrations } from '@visita/platform/vault/vault';
import { projectorMigrations } from '@visita/projector/schemas';

/** Histories of the schemas that a backup holds rows of. */
export const histories: Readonly<Record<string, Migrations>> = {
  eventstore: eventStoreMigrations,
  vault: vaultMigrations,
  auth: authMigrations,
  [calendarSchema]: calendarMigrations,
  command: commandMigrations,
  projector: projectorMigrations,
  [notifierSchema]: notifierMigrations,
  [sealSchema]: sealMigrations,
};

const plan = (
  schema: string,
  kept: readonly string[],
  leftOut: SchemaPlan['leftOut'] = {},
  positions: SchemaPlan['positions'] = [],
): SchemaPlan => ({
  schema,
  kept,
  positions,
  leftOut,
  migrations: Object.keys(histories[schema] ?? {}),
});

const madeFromEvents = 'made from the events';

/** What backups hold of the product's database; the runbook has the same table. */
export const backupPlans: readonly SchemaPlan[] = [
  plan('eventstore', [], { events: 'in a file of their own' }),
  plan('event_source', [], 'written when the database is opened'),
  plan('vault', ['keys', 'pseudonyms']),
  plan('auth', ['credentials'], { sessions: 'one that ended since would be open again: everybody logs in' }),
  plan(calendarSchema, ['connections', 'feeds'], {
    authorizations: 'minutes old at most: whoever was connecting begins anew',
  }),
  plan(
    'command',
    ['checkpoints', 'idempotency', 'bookings_ahead', 'workplaces', 'patient_bookings', 'left_pros'],
    {},
    ['checkpoints', 'idempotency'],
  ),
  plan('projector', ['relay'], {}, ['relay']),
  plan(notifierSchema, ['checkpoints', 'outbox', 'forgotten', 'mails', 'reminders', 'owed'], {}, [
    'checkpoints',
  ]),
  plan(sealSchema, ['seals']),
  plan('read', [], madeFromEvents),
  plan('read_former', [], madeFromEvents),
  plan('read_next', [], madeFromEvents),
  plan('read_verify', [], madeFromEvents),
  plan('bullmq', [], 'what was not done yet is in the outbox'),
  plan(leaderSchema, [], 'seconds old at most'),
];

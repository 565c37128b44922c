import { randomUUID } from 'node:crypto';
import { sample } from '@visita/contracts/samples';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { jobIdOf } from '../mail-job-id.ts';

import { createUnannounced } from './unannounced.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, notifierSchema, notifierMigrations);
});
afterAll(() => database.close());

/** A visit with its first mail in a state, and perhaps a later mail. */
const asked = async (placedBy: 'pro' | 'patient', state: string | null, moved: string | null = null) => {
  const store = createMemoryEventStore();
  const [bookingId, eventId] = [randomUUID(), randomUUID()];
  const metadata = { correlationId: 'c', causationId: 'c', actor: 'operator:test', time: '' } as const;
  const event = {
    ...sample('BookingPlaced', { bookingId, placedBy, confirmBy: null }),
    id: eventId,
    metadata,
  };
  await store.append(`booking-${bookingId}`, 'no-stream', [event]);
  const mail = (id: string, how: string, series: string | null = null) =>
    database.pool.query(
      `insert into notifier.outbox (queue, job_id, name, payload, priority, series, due_at, expires_at, state)
       values ('mail', $1, 'x', '{}', 1, $2, now(), now(), $3)`,
      [id, series, how],
    );
  if (state) await mail(jobIdOf({ eventId, template: 'booked-by-pro' }), state);
  if (moved) await mail(randomUUID(), moved, `moved ${bookingId}`);
  return createUnannounced({ pool: database.pool, store })({ template: 'cancelled', about: bookingId });
};

it('a visit withdrawn before its first mail was sent gets no cancellation mail', async () => {
  expect(await asked('pro', 'asked')).toBe(true);
  expect(await asked('pro', 'dropped')).toBe(true);
  await expect(asked('pro', 'claimed')).rejects.toThrow('in delivery');
});

it('a visit its patient knows of gets a cancellation mail', async () => {
  expect(await asked('pro', 'sent')).toBe(false);
  expect(await asked('pro', 'dropped', 'sent')).toBe(false);
  expect(await asked('patient', null)).toBe(false);
  // This visit was booked by a release without the outbox row.
  expect(await asked('pro', null)).toBe(false);
});

import { migrate } from '@visita/platform/postgres/migrate';
import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandMigrations } from '../migrations.ts';
import { openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, typesSince } from '../../testing/world.ts';
import { createBookingsAhead } from './bookings-ahead.ts';
import { createLapsing } from './lapse-holds.ts';
import { orphanBookings } from './orphan-bookings.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
});
afterEach(() => database.close());

const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const ahead = createBookingsAhead(database);
  const { on } = orphanBookings(world.domain, ahead);
  /** Fills the index from all events, as after a loss of its table. */
  const index = async () => {
    for (const event of await world.store.readAll(beginning, 10_000)) {
      const time = world.now().toISOString();
      const actor = 'process:orphan-bookings' as const;
      await reactionTo(on, event.type)?.(event, {
        id: deriveId(event.id),
        correlationId: event.id,
        actor,
        time,
      });
    }
  };
  const request = async (date: string, patient: string) =>
    (await world.call('requestBooking', { body: requestOf(practice, date, patient) })).answer.data.id;
  const lapsing = createLapsing({ domain: world.domain, ahead, now: world.now, log: silent });
  const statusOf = async (id: string) => (await world.domain.bookings.load(id)).state.status;
  return { world, index, request, lapsing, statusOf };
};

it('an expired hold lapses once, a confirmed or younger one does not', async () => {
  const { world, index, request, lapsing, statusOf } = await scene();
  const ended = await request('2026-11-23T09:00', 'carla');
  const confirmed = await request('2026-11-23T10:00', 'dora');
  await index();
  await world.call('confirmBooking', { as: patientOf(confirmed) });
  world.advance(61);
  const younger = await request('2026-11-23T11:00', 'elsa');
  await index();
  const head = await world.store.head();
  expect(await lapsing.poll()).toBe(1);
  expect(await typesSince(world.store, head)).toEqual(['BookingLapsed']);
  expect([await statusOf(ended), await statusOf(confirmed), await statusOf(younger)]).toEqual([
    'lapsed',
    'confirmed',
    'pending',
  ]);
  await index();
  expect(await lapsing.poll()).toBe(0);
});

it("lets the booking's stream decide if the index lags", async () => {
  const { world, index, request, lapsing, statusOf } = await scene();
  const confirmed = await request('2026-11-23T10:00', 'dora');
  await index();
  await world.call('confirmBooking', { as: patientOf(confirmed) });
  world.advance(61);
  const head = await world.store.head();
  expect(await lapsing.poll()).toBe(1);
  expect(await typesSince(world.store, head)).toEqual([]);
  expect(await statusOf(confirmed)).toBe('confirmed');
  expect(await lapsing.poll()).toBe(0);
});

import { migrate } from '@visita/platform/postgres/migrate';
import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandMigrations } from '../migrations.ts';
import { bookingOf, joinPractice, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro, typesSince, type World } from '../../testing/world.ts';
import { type BookingsAhead, createBookingsAhead } from './bookings-ahead.ts';
import { orphanBookings } from './orphan-bookings.ts';

let database: TestDatabase;
let ahead: BookingsAhead;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
  ahead = createBookingsAhead(database);
});
afterAll(() => database.close());

const monday = '2026-11-23T09:00';
const later = '2026-11-23T11:00';

/** Handles events concurrently, as the process runner does with a batch. */
const react = async (world: World, after = beginning): Promise<void> => {
  const { on } = orphanBookings(world.domain, ahead);
  const events = await world.store.readAll(after, 10_000);
  const actor = 'process:orphan-bookings' as const;
  await Promise.all(
    events.map(async (event) => {
      const cause = {
        id: deriveId(event.id),
        correlationId: event.id,
        actor,
        time: world.now().toISOString(),
      };
      await reactionTo(on, event.type)?.(event, cause);
    }),
  );
};

/** Unique per test, so that tests can share the table. */
let scenes = 0;
const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const colleague = await joinPractice(world, practice);
  const owner = pro(practice.ownerId);
  const place = async (offer: string, date: string) => {
    const id = deriveId('scene', String((scenes += 1)));
    const { answer } = await world.call('placeBooking', { body: bookingOf(offer, date), as: owner, id });
    return answer.data.id;
  };
  const request = async (date: string) => {
    const body = { ...requestOf(practice, date), serviceHubId: colleague.offers[0] };
    const id = deriveId('scene', String((scenes += 1)));
    return (await world.call('requestBooking', { body, id })).answer.data.id;
  };
  const archiveHub = () =>
    world.call('updateHub', { params: { id: colleague.hubId }, body: { status: 'archived' }, as: owner });
  const statusOf = async (id: string) => (await world.domain.bookings.load(id)).state.status;
  return { world, practice, colleague, owner, place, request, archiveHub, statusOf };
};

it('orphans confirmed bookings of an archived hub, cancels its holds, and nothing else', async () => {
  const { world, practice, colleague, place, request, archiveHub, statusOf } = await scene();
  const there = await place(colleague.offers[0], monday);
  const otherPlace = await place(practice.offers[0], monday);
  const held = await request(later);
  await react(world);
  const head = await world.store.head();
  await archiveHub();
  await react(world, head);
  expect(await typesSince(world.store, head)).toEqual([
    'CollaboratorArchived',
    'BookingOrphaned',
    'BookingCancelled',
  ]);
  expect([await statusOf(there), await statusOf(otherPlace), await statusOf(held)]).toEqual([
    'orfan',
    'confirmed',
    'cancelled',
  ]);
});

it('changes nothing when it runs again, in any order', async () => {
  const { world, colleague, place, archiveHub } = await scene();
  await place(colleague.offers[0], monday);
  await archiveHub();
  await react(world);
  const head = await world.store.head();
  await react(world);
  expect(await typesSince(world.store, head)).toEqual([]);
});

it('finds a booking placed while its hub was being archived', async () => {
  const { world, colleague, place, archiveHub, statusOf } = await scene();
  const before = await place(colleague.offers[0], monday);
  const head = await world.store.head();
  await archiveHub();
  // Handles the archived hub before the booking's event, then the booking.
  const events = await world.store.readAll(beginning, 10_000);
  const { on } = orphanBookings(world.domain, ahead);
  const time = world.now().toISOString();
  const cause = { id: deriveId('c'), correlationId: 'c', actor: 'process:test', time } as const;
  for (const event of [...events.filter((one) => one.position > head), ...events]) {
    await reactionTo(on, event.type)?.(event, cause);
  }
  expect(await statusOf(before)).toBe('orfan');
});

it("orphans a whole clinic's upcoming bookings, but not past ones", async () => {
  const { world, practice, colleague, owner, place, statusOf } = await scene();
  const past = await place(colleague.offers[0], monday);
  const next = await place(practice.offers[0], '2026-11-25T09:00');
  await react(world);
  world.advance(4 * 24 * 60);
  const body = { status: 'archived' as const };
  await world.call('updateClinic', { params: { id: practice.clinicId }, body, as: owner });
  await react(world);
  expect([await statusOf(past), await statusOf(next)]).toEqual(['confirmed', 'orfan']);
});

it('keeps bookings of a paused hub, and its holds can still be confirmed', async () => {
  const { world, colleague, owner, place, request, statusOf } = await scene();
  const id = await place(colleague.offers[0], monday);
  const held = await request(later);
  const body = { status: 'paused' as const };
  await world.call('updateHub', { params: { id: colleague.hubId }, body, as: owner });
  await react(world);
  await world.call('confirmBooking', { as: patientOf(held) });
  await react(world);
  expect([await statusOf(id), await statusOf(held)]).toEqual(['confirmed', 'confirmed']);
});

it('lets an orphan be moved to another hub, where it stays confirmed', async () => {
  const { world, practice, colleague, owner, place, archiveHub, statusOf } = await scene();
  const id = await place(colleague.offers[0], monday);
  await archiveHub();
  await react(world);
  const body = { date: later, hub_service_id: practice.offers[0] };
  const moved = await world.call('editBooking', { params: { id }, body, as: owner });
  expect(moved.answer.data).toMatchObject({ status: 'confirmed', hubId: practice.hubId });
  await react(world);
  expect(await statusOf(id)).toBe('confirmed');
});

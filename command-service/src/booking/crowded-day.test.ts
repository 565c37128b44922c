import { connectDatabase } from '@visita/platform/postgres/connect';
import { beginning } from '@visita/platform/event-store/port';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { expect, it, onTestFinished } from 'vitest';
import { bookingsOf, doubleBookings } from '../../testing/live-bookings.ts';
import { bookingOf, openPractice, type Practice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

/** Opens a database with the stores of several processes, each with its own connections. */
const openStores = async (count: number) => {
  const database = await createTestDatabase();
  const connections = Array.from({ length: count }, () =>
    connectDatabase({ url: database.url, log: silent }),
  );
  const stores = connections.map((one) => createPostgresEventStore({ database: one, log: silent }));
  await stores[0]!.ensureSchema();
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    for (const one of connections) await one.close();
    await database.close();
  });
  return stores;
};

/** From 01:00 in Rome, Tuesday 24 November 2026 is one UTC day, so one agenda. */
const at = (slot: number): string => {
  const minutes = 60 + slot * 5;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `2026-11-24T${hours}:${rest}`;
};

const shortVisits = async (world: World, practice: Practice): Promise<void> => {
  const service = { specializationId: 'acupuncture', serviceName: 'Visita', duration: 5, price: 80 };
  const params = { id: practice.services[0]! };
  await world.call('changeClinicService', { params, body: service, as: pro(practice.ownerId) });
};

type Crowd = { practice: Practice; calls: readonly World['call'][]; ids: readonly string[] };

/**
 * Makes a different request for each number, alternating between processes; requests never overlap.
 */
const asking = ({ practice, calls, ids }: Crowd) => {
  const as = pro(practice.ownerId);
  const [offer] = practice.offers;
  const kinds: ((call: World['call'], n: number, date: string) => Promise<unknown>)[] = [
    // Each patient makes three requests, which is the limit of holds.
    (call, n, date) =>
      call('requestBooking', { body: requestOf(practice, date, `new${Math.floor(n / 18)}`) }),
    (call, n, date) => call('placeBooking', { body: bookingOf(offer, date, `placed${n}`), as }),
    (call, _, date) => call('placeBooking', { body: bookingOf(offer, date), as }),
    (call, n, date) =>
      call('blockTime', {
        body: { hub_id: practice.hubId, starting_date: date, ending_date: at(ids.length + n + 1) },
        as,
      }),
    (call, n, date) => {
      const params = { id: ids[Math.floor(n / 6)]! };
      return call('editBooking', { params, body: { date, hub_service_id: offer }, as });
    },
    (call, n) =>
      call('updateOptions', {
        params: { id: practice.ownerId },
        body: { calendarAvailabilityLimit: 20 + (n % 40) },
        as,
      }),
  ];
  return (n: number) => kinds[n % kinds.length]!(calls[Math.floor(n / 6) % 3]!, n, at(ids.length + n));
};

it('bookings, moves and blocked times of one day never conflict at different hours', async () => {
  const stores = await openStores(3);
  const world = createWorld(stores[0]);
  const practice = await openPractice(world);
  await shortVisits(world, practice);
  const place = (_: unknown, n: number) =>
    world.call('placeBooking', {
      body: bookingOf(practice.offers[0], at(n), `moved${n}`),
      as: pro(practice.ownerId),
    });
  const placed = await Promise.all(Array.from({ length: 30 }, place));
  const ask = asking({
    practice,
    calls: stores.map((store) => world.startProcess(store).call),
    ids: placed.map(({ answer }) => answer.data.id),
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 180 }, (_, n) => ask(n)));
  expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([]);
  const bookings = [...bookingsOf(await stores[0]!.readAll(beginning, 10_000)).values()];
  expect(bookings).toHaveLength(30 + 90);
  expect(doubleBookings(bookings, world.now().toISOString())).toEqual([]);
});

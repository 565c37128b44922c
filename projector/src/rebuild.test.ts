import type { DomainEvent } from '@visita/contracts/events';
import { recorded, sample, sampleId } from '@visita/contracts/samples';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { EventStoreUnavailable } from '@visita/platform/event-store/port';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { expect, test, vi } from 'vitest';
import { createReadModels } from '@visita/read-model/schema';
import { bookings } from '@visita/read-model/booking/tables';
import { catchUpPrevious } from './previous.ts';
import { patients } from '@visita/read-model/patient/tables';
import { projections } from './projections.ts';
import { dropPrevious, NotPossible, rebuild, rollBack } from './rebuild.ts';
import { createProjector } from './service.ts';
import { rowsOf } from '../testing/given.ts';

const setUp = async () => {
  const database = await createTestDatabase();
  const store = createMemoryEventStore();
  const bus = { publish: async () => undefined };
  let appended = 0;
  const append = async (...events: DomainEvent[]) => {
    for (const { id, type, data, metadata } of recorded(events, appended)) {
      appended += 1;
      await store.append(`stream-${appended}`, 'no-stream', [{ id, type, data, metadata }]);
    }
  };
  const start = async (changes: Partial<Parameters<typeof createProjector>[0]> = {}) => {
    const projector = createProjector({ store, database, bus, log: silent, ...changes });
    await projector.start();
    return projector;
  };
  const options = { store, database, log: silent };
  const { signal } = new AbortController();
  /** Catches up once no other session works on the schemas. */
  const caughtUp = (changes: Partial<Parameters<typeof catchUpPrevious>[0]> = {}) =>
    vi.waitUntil(() => catchUpPrevious({ ...options, projections, signal, ...changes }), 20_000);
  /** Waits until the live read models show all events. */
  const projected = () =>
    vi.waitFor(async () => {
      const { rows } = await database.pool.query<{ position: string }>(
        'select distinct position from read.checkpoints',
      );
      expect(rows).toEqual([{ position: await store.head() }]);
    }, 20_000);
  const close = async () => {
    await store.close();
    await database.close();
  };
  return { database, store, options, append, start, caughtUp, projected, close };
};

const placed = (number: number) =>
  sample('BookingPlaced', { bookingId: sampleId(4, number), confirmBy: null });
const statuses = async (database: Parameters<typeof rowsOf>[0], schema = 'read') =>
  (await rowsOf(database, schema, bookings)).map(({ status }) => status);

test('the chosen projections are replayed, the others keep their rows, and the live projector goes on', async () => {
  const { database, options, append, start, projected, close } = await setUp();
  const projector = await start();
  await append(sample('PatientRegistered'), placed(1), placed(2));
  await projected();
  await database.pool.query(`update read.bookings set status = 'wrong'`);
  await database.pool.query(`update read.patients set name = 'kept as it was'`);

  expect(await rebuild({ ...options, only: ['bookings'] })).toBe(3);
  expect(await statuses(database)).toEqual(['confirmed', 'confirmed']);
  expect(await rowsOf(database, 'read', patients)).toMatchObject([{ name: 'kept as it was' }]);

  await append(placed(3), sample('PatientUpdated'));
  await projected();
  expect(await statuses(database)).toHaveLength(3);
  expect(await rowsOf(database, 'read', patients)).toMatchObject([{ name: 'Carla Verdi Neri' }]);
  expect(projector.ready()).toBe(true);
  await projector.stop();
  await close();
});

test('the previous read models are kept, swapped back after catching up, and dropped on request', async () => {
  const { database, options, append, start, projected, close } = await setUp();
  const projector = await start();
  await append(placed(1));
  await projected();
  await database.pool.query(`update read.bookings set status = 'as before'`);
  await rebuild(options);
  expect(await statuses(database)).toEqual(['confirmed']);
  expect(await statuses(database, 'read_previous')).toEqual(['as before']);

  await append(placed(2));
  await projected();
  expect(await rollBack(options)).toBe(1);
  expect(await statuses(database)).toEqual(['as before', 'confirmed']);
  await append(placed(3));
  await projected();
  expect(await statuses(database)).toHaveLength(3);

  await rollBack(options);
  expect(await statuses(database)).toEqual(['confirmed', 'confirmed', 'confirmed']);
  expect(await dropPrevious(options)).toBe(true);
  expect(await dropPrevious(options)).toBe(false);
  await expect(rollBack(options)).rejects.toThrow(NotPossible);
  await projector.stop();
  await close();
});

test('sums follow the bookings when their schema is renamed', async () => {
  const { database, options, append, start, projected, close } = await setUp();
  const projector = await start();
  const summed = async (schema = 'read') => {
    const { rows } = await database.pool.query<{ bookings: number }>(
      `select coalesce(sum(bookings), 0)::int as bookings from ${schema}.booked_days`,
    );
    return rows[0]?.bookings;
  };
  await append(placed(1));
  await projected();
  expect(await summed()).toBe(1);
  await database.pool.query('delete from read.booked_days');
  await rebuild(options);
  expect([await summed(), await summed('read_previous')]).toEqual([1, 0]);
  await append(placed(2));
  await projected();
  expect(await summed()).toBe(2);
  await rollBack(options);
  await append(placed(3), sample('BookingCancelled', { bookingId: sampleId(4, 3) }), placed(4));
  await projected();
  // The sums that were wrong before the rebuild are kept with their schema and still follow it.
  expect([await summed(), await summed('read_previous')]).toEqual([2, 2]);
  await projector.stop();
  await close();
});

test('the previous read models never show an erased person', async () => {
  const { database, options, append, start, projected, close } = await setUp();
  const first = await start();
  await append(sample('PatientRegistered'));
  await projected();
  await first.stop();
  await rebuild(options);
  expect(await rowsOf(database, 'read_previous', patients)).toMatchObject([{ name: 'Carla Verdi' }]);

  const projector = await start();
  await append(sample('PatientErasureRequested'), sample('PatientMailsDeleted'), sample('PatientErased'));
  await vi.waitFor(async () => {
    expect(await rowsOf(database, 'read_previous', patients)).toMatchObject([{ name: null }]);
  }, 20_000);
  await projector.stop();

  await close();
});

test("a new release keeps the previous release's read models until an erasure they may show", async () => {
  const { database, options, append, start, caughtUp, projected, close } = await setUp();
  const old = await start();
  await append(sample('PatientRegistered'), placed(1));
  await projected();
  await old.stop();
  await database.pool.query(`update read.bookings set status = 'as before'`);

  const raised = projections.map((one) => ({ ...one, version: one.version + 1 }));
  await (await start({ projections: raised })).stop();
  await caughtUp({ projections: raised });
  expect(await statuses(database)).toEqual(['confirmed']);
  expect(await rollBack(options)).toBe(0);
  expect(await statuses(database)).toEqual(['as before']);

  await expect(rollBack(options)).rejects.toThrow('another version');
  await append(sample('PatientErasureRequested'), sample('PatientMailsDeleted'), sample('PatientErased'));
  await caughtUp();
  await expect(rollBack(options)).rejects.toThrow('No previous read models');
  await close();
});

test('the previous read models are kept if it is unknown whether they can follow', async () => {
  const { store, options, append, start, caughtUp, projected, close } = await setUp();
  const projector = await start();
  await append(placed(1));
  await projected();
  await projector.stop();
  await rebuild(options);
  await append(placed(2));
  const away = { ...store, readAll: () => Promise.reject(new EventStoreUnavailable('away')) };
  await expect(caughtUp({ store: away })).rejects.toThrow('away');
  expect(await rollBack(options)).toBe(1);
  await close();
});

test('leftovers of a killed rebuild or comparison are dropped', async () => {
  const { database, start, caughtUp, close } = await setUp();
  await (await start()).stop();
  for (const schema of ['read_next', 'read_verify']) await createReadModels(database, schema);
  await caughtUp();
  const { rows } = await database.pool.query(
    `select nspname as name from pg_namespace where starts_with(nspname, 'read')`,
  );
  expect(rows).toEqual([{ name: 'read' }]);
  await close();
});

test('readers never miss a row during swaps', async () => {
  const { database, options, append, start, projected, close } = await setUp();
  const projector = await start();
  await append(placed(1), placed(2), placed(3));
  await projected();
  const seen = new Set<number>();
  let reads = 0;
  const swapped = new AbortController();
  const read = async () => {
    while (!swapped.signal.aborted) {
      const { rows } = await database.pool.query<{ count: number }>({
        name: 'count-bookings',
        text: 'select count(*)::int as count from read.bookings',
      });
      seen.add(rows[0]!.count);
      reads += 1;
    }
  };
  const reading = Promise.all([read(), read()]);
  await rebuild(options);
  await rollBack(options);
  await rebuild({ ...options, only: ['bookings'] });
  swapped.abort();
  await reading;
  expect([...seen]).toEqual([3]);
  expect(reads).toBeGreaterThan(2);
  await projector.stop();
  await close();
});

test('projections of another version cannot be copied', async () => {
  const { database, options, append, start, projected, close } = await setUp();
  const projector = await start();
  await append(placed(1));
  await projected();
  await projector.stop();
  const raised = projections.map((one) => ({ ...one, version: one.version + 1 }));
  const only = ['bookings'];
  await expect(rebuild({ ...options, projections: raised, only })).rejects.toThrow('rebuild all');
  await database.pool.query(`update read.bookings set status = 'still here'`);
  expect(await statuses(database)).toEqual(['still here']);
  await close();
});

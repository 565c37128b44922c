import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { startEventStoreDBDouble } from '../../testing/eventstoredb/double.ts';
import { createEventStoreDBEventStore } from '../event-store/eventstoredb.ts';
import type { EventStore } from '../event-store/port.ts';
import { createPostgresEventStore } from '../event-store/postgres.ts';
import { createSealing, type SealingOptions } from './sealing.ts';
import { createSeals, sealEvery, sealMigrations, sealSchema } from '../event-store/seals.ts';

let database: TestDatabase;
let time: number;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, sealSchema, sealMigrations);
  time = Date.parse('2026-11-20T08:00:00.000Z');
});
afterEach(() => database.close());

const now = () => new Date(time);
const hour = 3_600_000;

const onPostgres = async (): Promise<EventStore> => {
  const store = createPostgresEventStore({ database, log: silent });
  await store.ensureSchema();
  onTestFinished(() => store.close());
  return store;
};
const onEventStoreDB = async (): Promise<EventStore> => {
  const double = await startEventStoreDBDouble();
  const store = createEventStoreDBEventStore({ log: silent, url: double.url });
  onTestFinished(async () => {
    await store.close();
    await double.stop();
  });
  return store;
};

const append = async (store: EventStore, count: number): Promise<string> => {
  const [first, ...rest] = Array.from({ length: count }, () => someEvent());
  return (await store.append(someStream(), 'no-stream', [first!, ...rest])).position;
};
const sealing = (stored: EventStore, changes: Partial<SealingOptions> = {}) =>
  createSealing({ stored, database, log: silent, now, breath: 0, ...changes });
const sealed = async () =>
  (await createSeals(database.pool, now).all()).map(({ position, prints }) => [position, prints.length / 4]);

describe.each([
  ['PostgreSQL', onPostgres],
  ['EventStoreDB', onEventStoreDB],
])('events in %s', (_name, open) => {
  it('are sealed when there are enough for a seal, and hourly regardless of their number', async () => {
    const store = await open();
    const { poll } = sealing(store);
    expect(await poll()).toBe(0);
    const first = await append(store, 3);
    await poll();
    expect(await sealed()).toEqual([[first, 3]]);
    const second = await append(store, sealEvery);
    await append(store, 5);
    expect(await poll()).toBe(sealEvery);
    expect(await poll()).toBe(0);
    expect(await sealed()).toEqual([
      [first, 3],
      [second, sealEvery],
    ]);
    time += hour;
    expect(await poll()).toBe(5);
    expect(await sealed()).toEqual([
      [first, 3],
      [second, sealEvery],
      [await store.head(), 5],
    ]);
  });
});

it('are sealed once if two processes do it at the same time', async () => {
  const store = await onPostgres();
  await append(store, 3);
  await Promise.all(Array.from({ length: 4 }, () => sealing(store).poll()));
  await append(store, 2);
  time += hour;
  const stale = await createSeals(database.pool, now).last();
  await Promise.all(Array.from({ length: 4 }, () => sealing(store).poll()));
  const head = await store.head();
  expect((await sealed()).map(([, count]) => count)).toEqual([3, 2]);
  const another = { ...stale!, position: '0000000000000009' };
  expect(await createSeals(database.pool, now).extend(stale!.position, [another])).toBe(false);
  expect(await createSeals(database.pool, now).extend(head, [another])).toBe(true);
});

it('retries after failures, and counts them', async () => {
  const store = await onPostgres();
  const head = await append(store, 3);
  const sealingFailed = vi.fn();
  await database.pool.query('alter table operator.seals rename to gone');
  const running = sealing(store, { pause: 1, metrics: { sealingFailed } });
  await running.start();
  onTestFinished(async () => void (await running.stop()));
  await vi.waitUntil(() => sealingFailed.mock.calls.length > 1);
  await database.pool.query('alter table operator.gone rename to seals');
  await vi.waitUntil(async () => (await sealed()).length > 0);
  expect(await sealed()).toEqual([[head, 3]]);
});

it('reports that sealed events are missing', async () => {
  const store = await onPostgres();
  await append(store, 3);
  await sealing(store).poll();
  await database.pool.query('alter table eventstore.events disable trigger append_only');
  await database.pool.query('delete from eventstore.events where position > 1');
  const sealingFailed = vi.fn();
  await expect(sealing(store, { metrics: { sealingFailed } }).poll()).rejects.toThrow('before its last seal');
  expect(sealingFailed).toHaveBeenCalledTimes(1);
});

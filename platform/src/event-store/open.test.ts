import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, silent } from '../../testing/database.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { type EventStoreDBDouble, startEventStoreDBDouble } from '../../testing/eventstoredb/double.ts';
import { openEventStore } from './open.ts';
import type { EventStore } from './port.ts';

describe('event store as configured', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let double: EventStoreDBDouble;
  beforeEach(async () => {
    [database, double] = await Promise.all([createTestDatabase(), startEventStoreDBDouble()]);
  });
  afterEach(async () => {
    await Promise.all([database.close(), double.stop()]);
  });

  const open = (url: string | null) =>
    openEventStore({ config: { eventStoreUrl: url }, database, log: silent });
  const append = async (store: EventStore) => {
    await store.append(someStream(), 'no-stream', [someEvent()]);
    await store.close();
  };

  it('is EventStoreDB where its address is told, else the database', async () => {
    await append(await open(double.url));
    expect(double.log.all.filter(({ type }) => type === 'SomethingHappened')).toHaveLength(1);
    const tables = await database.pool.query("select to_regclass('eventstore.events') as events");
    expect(tables.rows).toEqual([{ events: null }]);
  });

  it('stays with the database once that has events', async () => {
    await append(await open(null));
    await expect(open(double.url)).rejects.toThrow('events in PostgreSQL. Leave EVENTSTORE_URL out');
    // A database that was filled before this was written down.
    await database.pool.query('drop schema event_source cascade');
    await expect(open(double.url)).rejects.toThrow('events in PostgreSQL');
    await append(await open(null));
  });

  it('may still become EventStoreDB while there are no events, and never goes back', async () => {
    await (await open(null)).close();
    await append(await open(double.url));
    await expect(open(null)).rejects.toThrow('events in EventStoreDB. Set EVENTSTORE_URL');
    await append(await open(double.url));
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, silent } from '../../testing/database.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { type EventStoreDBDouble, startEventStoreDBDouble } from '../../testing/eventstoredb/double.ts';
import { openEventStore, readPrefix } from './open.ts';
import { beginning, type EventStore } from './port.ts';

describe('configured event store', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let double: EventStoreDBDouble;
  beforeEach(async () => {
    [database, double] = await Promise.all([createTestDatabase(), startEventStoreDBDouble()]);
  });
  afterEach(async () => {
    await Promise.all([database.close(), double.stop()]);
  });

  const open = (url: string | null) =>
    openEventStore({ config: { eventStoreUrl: url, eventStorePrefix: 'visita-' }, database, log: silent });
  const append = async (store: EventStore) => {
    await store.append(someStream(), 'no-stream', [someEvent()]);
    await store.close();
  };

  it('is EventStoreDB if its address is set, otherwise the database', async () => {
    await append(await open(double.url));
    expect(double.log.all.filter(({ type }) => type === 'SomethingHappened')).toHaveLength(1);
    const tables = await database.pool.query("select to_regclass('eventstore.events') as events");
    expect(tables.rows).toEqual([{ events: null }]);
  });

  it('separates its streams from others on the same server', async () => {
    const foreign = {
      id: randomUUID(),
      type: 'Sold',
      data: new TextEncoder().encode('{}'),
      metadata: new Uint8Array(),
    };
    const store = await open(double.url);
    const seen: string[] = [];
    const subscription = store.subscribe({
      after: beginning,
      onBatch: async (events) => void seen.push(...events.map(({ stream }) => stream)),
    });
    double.log.append('shop-1', null, [foreign]);
    const stream = someStream();
    await store.append(stream, 'no-stream', [someEvent()]);
    double.log.append('shop-1', null, [{ ...foreign, id: randomUUID() }]);
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([stream]);
    expect((await store.readAll(beginning, 10)).map((event) => event.stream)).toEqual([stream]);
    expect(await store.head()).toBe((await store.readStream(stream))[0]?.position);
    expect(double.log.of(`visita-${stream}`)).toHaveLength(1);
    await subscription.stop();
    await store.close();
  });

  it('returns the stream prefix, also before anything was opened', async () => {
    expect(await readPrefix(database.pool)).toBe('');
    await (await open(double.url)).close();
    expect(await readPrefix(database.pool)).toBe('visita-');
  });

  it('keeps the prefix, or its absence, with which it began', async () => {
    await (await open(double.url)).close();
    await database.pool.query("update event_source.place set prefix = ''");
    const store = await open(double.url);
    const stream = someStream();
    await store.append(stream, 'no-stream', [someEvent()]);
    await store.close();
    expect(double.log.of(stream)).toHaveLength(1);
  });

  it('throws if the server refuses the user, and waits for one that is down', async () => {
    double.faults.read.push('refused');
    await expect(open(double.url)).rejects.toThrow('EventStoreDB refuses the user of EVENTSTORE_URL');
    double.away(true);
    const logged: string[] = [];
    const note = (...line: unknown[]) => void logged.push(String(line[1]));
    const log = { debug: note, info: note, warn: note, error: note };
    const eventStoreUrl = double.url.replace('//', '//anna:secret@');
    const config = { eventStoreUrl, eventStorePrefix: 'visita-' };
    const store = await openEventStore({ config, database, log });
    const host = `127.0.0.1:${double.port}`;
    expect(logged).toEqual([`EventStoreDB does not answer at ${host} (EVENTSTORE_URL): still trying`]);
    double.away(false);
    await vi.waitUntil(
      () =>
        store.head().then(
          () => true,
          () => false,
        ),
      { timeout: 15_000 },
    );
    await store.close();
  });

  it('stays on the database once it has events', async () => {
    await append(await open(null));
    await expect(open(double.url)).rejects.toThrow('events in PostgreSQL. Leave EVENTSTORE_URL out');
    // Imitates a database of a release that did not store the place.
    await database.pool.query('drop schema event_source cascade');
    await expect(open(double.url)).rejects.toThrow('events in PostgreSQL');
    await append(await open(null));
  });

  it('may change to EventStoreDB while it has no events, and not back', async () => {
    await (await open(null)).close();
    await append(await open(double.url));
    await expect(open(null)).rejects.toThrow('events in EventStoreDB. Set EVENTSTORE_URL');
    await append(await open(double.url));
  });
});

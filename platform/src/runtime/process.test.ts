import type { RecordedEvent } from '@visita/contracts/envelope';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { migrate } from '../postgres/migrate.ts';
import type { Cause } from './decider.ts';
import { createMemoryEventStore } from '../../testing/memory-event-store.ts';
import { beginning, type EventStore } from '../event-store/port.ts';
import { type Checkpoints, createCheckpoints, createProcessRunner, type Process } from './process.ts';
import { createLogger } from '../logging/logger.ts';
import { type Metrics, noMetrics, type Reading } from '../telemetry/metrics.ts';
import { createTestDatabase, silent, type TestDatabase } from '../../testing/database.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { keepSpans } from '../../testing/spans.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'process', {
    '0001-checkpoints': {
      up: (knex) =>
        knex.schema.createTable('checkpoints', (table) => {
          table.text('name').primary();
          table.text('position').notNullable();
        }),
    },
  });
});
afterAll(() => database.close());

type SomethingHappened = { type: 'SomethingHappened'; data: unknown };
type Seen = { event: RecordedEvent; cause: Cause };

const now = () => new Date('2026-11-20T09:00:00.000Z');

/** A process that records its events; `seen(n)` resolves after n events. */
const noting = (name: string, failures = 0) => {
  const handled: Seen[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let failed = 0;
  const process: Process<SomethingHappened> = {
    name,
    on: {
      SomethingHappened: async (event, cause) => {
        if ((failed += 1) <= failures) throw new Error('not now');
        handled.push({ event, cause });
        for (const { count, resolve } of waiting) if (handled.length >= count) resolve();
      },
    },
  };
  const seen = (count: number) =>
    new Promise<void>((resolve) => {
      if (handled.length >= count) resolve();
      else waiting.push({ count, resolve });
    });
  return { process, handled, seen };
};

const storeWith = async (count: number) => {
  const store = createMemoryEventStore();
  for (let index = 0; index < count; index += 1)
    await store.append(someStream(), 'no-stream', [someEvent({ index })]);
  return store;
};

const checkpoints = (): Checkpoints => createCheckpoints(database.knex, 'process.checkpoints');

it('handles known event types, and continues from its checkpoint', async () => {
  const store = await storeWith(3);
  await store.append(someStream(), 'no-stream', [someEvent({}, 'SomethingElse')]);
  const first = noting('going-on');
  const runner = createProcessRunner({ store, checkpoints: checkpoints(), log: silent, now }, first.process);
  await runner.start();
  await first.seen(3);
  await runner.stop();
  expect(await checkpoints().read('going-on')).toBe(await store.head());

  await store.append(someStream(), 'no-stream', [someEvent({ index: 3 })]);
  const second = noting('going-on');
  const restarted = createProcessRunner(
    { store, checkpoints: checkpoints(), log: silent, now },
    second.process,
  );
  await restarted.start();
  await second.seen(1);
  await restarted.stop();
  expect(second.handled.map(({ event }) => event.data)).toEqual([{ index: 3 }]);
});

it('gives a repeat the same command id, so that it changes nothing', async () => {
  const store = await storeWith(1);
  const causes: Cause[] = [];
  for (const _restart of [1, 2]) {
    const forgetful: Checkpoints = { read: async () => beginning, save: async () => undefined };
    const { process, handled, seen } = noting('repeating');
    const runner = createProcessRunner({ store, checkpoints: forgetful, log: silent, now }, process);
    await runner.start();
    await seen(1);
    await runner.stop();
    causes.push(handled[0]!.cause);
  }
  expect(causes[0]).toEqual(causes[1]);
  expect(causes[0]).toMatchObject({
    actor: 'process:repeating',
    correlationId: someEvent().metadata.correlationId,
  });
});

it('retries a failing handler without losing an event', async () => {
  const store = await storeWith(5);
  const { process, handled, seen } = noting('failing', 3);
  const runner = createProcessRunner({ store, checkpoints: checkpoints(), log: silent, now }, process);
  await runner.start();
  await seen(5);
  await runner.stop();
  expect(new Set(handled.map(({ event }) => event.id)).size).toBe(5);
});

it.each([
  { inOrder: undefined, begun: ['a0', 'b0', 'a1', 'b1'], what: 'all events of a batch side by side' },
  { inOrder: 'stream', begun: ['a0', 'b0'], what: 'streams side by side, each in its order' },
  { inOrder: 'log', begun: ['a0'], what: 'one event after the other' },
] as const)('handles $what', async ({ inOrder, begun }) => {
  const store = createMemoryEventStore();
  for (const revision of [0, 1])
    for (const stream of ['a', 'b'])
      await store.append(stream, revision === 0 ? 'no-stream' : 0, [someEvent(`${stream}${revision}`)]);
  const handling: unknown[] = [];
  const { promise: going, resolve: goOn } = Promise.withResolvers<void>();
  const process: Process<SomethingHappened> = {
    name: `in order of ${inOrder ?? 'none'}`,
    ...(inOrder && { inOrder }),
    on: {
      SomethingHappened: async ({ data }) => {
        handling.push(data);
        await going;
      },
    },
  };
  const runner = createProcessRunner({ store, checkpoints: checkpoints(), log: silent, now }, process);
  await runner.start();
  await vi.waitFor(() => expect(handling).toEqual(begun));
  goOn();
  await vi.waitFor(() => expect(new Set(handling)).toEqual(new Set(['a0', 'a1', 'b0', 'b1'])));
  await runner.stop();
});

it('continues if its checkpoint cannot be saved for a while', async () => {
  const store = await storeWith(1);
  const kept = checkpoints();
  let failures = 0;
  const away: Checkpoints = {
    ...kept,
    save: async (name, position) => {
      if ((failures += 1) <= 2) throw new Error('the database is away');
      await kept.save(name, position);
    },
  };
  const { process, handled, seen } = noting('unsaved');
  const runner = createProcessRunner({ store, checkpoints: away, log: silent, now }, process);
  // Checkpoints are saved at most once per second.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  await runner.start();
  for (let count = 1; count <= 4; count += 1) {
    await seen(count);
    vi.setSystemTime(count * 2_000);
    await store.append(someStream(), 'no-stream', [someEvent({ index: count })]);
  }
  await seen(5);
  vi.useRealTimers();
  await runner.stop();
  expect(failures).toBeGreaterThan(2);
  expect(handled.map(({ event }) => event.data)).toEqual([0, 1, 2, 3, 4].map((index) => ({ index })));
  expect(await kept.read('unsaved')).toBe(await store.head());
});

it('continues if events cannot be decrypted for a while, as without their keys', async () => {
  const store = await storeWith(3);
  let failures = 2;
  const sealed: EventStore = {
    ...store,
    subscribe: (options) =>
      store.subscribe({
        ...options,
        onBatch: async (events) => {
          if ((failures -= 1) >= 0) throw new Error('the database is away');
          await options.onBatch(events);
        },
      }),
  };
  const { process, handled, seen } = noting('unopened');
  const runner = createProcessRunner(
    { store: sealed, checkpoints: checkpoints(), log: silent, now },
    process,
  );
  await runner.start();
  await seen(3);
  await runner.stop();
  expect(handled).toHaveLength(3);
});

it('stops although its checkpoint cannot be saved', async () => {
  const store = await storeWith(1);
  const away: Checkpoints = { read: async () => beginning, save: () => Promise.reject(new Error('away')) };
  const { process, seen } = noting('ending');
  const runner = createProcessRunner({ store, checkpoints: away, log: silent, now }, process);
  await runner.start();
  await seen(1);
  await runner.stop();
});

it("reports a failure with its name and the event's ids, and how far the process is behind", async () => {
  const store = createMemoryEventStore();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const event = someEvent();
  await store.append(someStream(), 'no-stream', [{ ...event, metadata: { ...event.metadata, traceparent } }]);
  const { kept, tracer } = keepSpans();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: 'info', name: 'test', destination, fields: tracer.fields });
  const failed: string[] = [];
  let look: (() => Promise<readonly Reading[]> | readonly Reading[]) | undefined;
  const metrics: Metrics = {
    ...noMetrics,
    processFailed: (name) => void failed.push(name),
    collect: (given) => {
      look = given;
      return () => (look = undefined);
    },
  };
  const { process, seen } = noting('failing', 1);
  const runner = createProcessRunner(
    { store, checkpoints: checkpoints(), log, now, metrics, tracer },
    { ...process, name: 'telling' },
  );
  await runner.start();
  await seen(1);
  const { correlationId } = event.metadata;
  const line = { process: 'telling', event: event.id, correlationId, traceId: 'a'.repeat(32) };
  expect(lines.map((text) => JSON.parse(text) as unknown)).toMatchObject([
    { msg: 'process failed', ...line },
  ]);
  expect(failed).toEqual(['telling']);
  const attributes = { process: 'telling', event: event.id, correlationId };
  expect(kept).toMatchObject([
    { name: 'process telling', parent: traceparent, attributes, code: 'Error' },
    { name: 'process telling', parent: traceparent, attributes },
  ]);
  await vi.waitFor(async () =>
    expect(await look?.()).toEqual([{ figure: 'process_lag_events', labels: ['telling'], value: 0 }]),
  );
  await runner.stop();
  expect(look).toBeUndefined();
});

it('never saves a position after an unhandled event', async () => {
  const store = await storeWith(2);
  const tried = Promise.withResolvers<void>();
  const process: Process<SomethingHappened> = {
    name: 'stuck',
    on: {
      SomethingHappened: async () => {
        tried.resolve();
        throw new Error('never');
      },
    },
  };
  const runner = createProcessRunner({ store, checkpoints: checkpoints(), log: silent, now }, process);
  await runner.start();
  await tried.promise;
  await runner.stop();
  expect(await checkpoints().read('stuck')).toBe(beginning);
});

it('stops after its last handler, although another one failed before', async () => {
  const store = await storeWith(2);
  const [begun, failed, slow] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const process: Process<SomethingHappened> = {
    name: 'stopping',
    on: {
      SomethingHappened: async ({ data }) => {
        if ((data as { index: number }).index === 0) {
          failed!.resolve();
          throw new Error('not now');
        }
        begun!.resolve();
        await slow!.promise;
      },
    },
  };
  const runner = createProcessRunner({ store, checkpoints: checkpoints(), log: silent, now }, process);
  await runner.start();
  await Promise.all([begun!.promise, failed!.promise]);
  const stopped = vi.fn();
  const stopping = runner.stop().then(stopped);
  await new Promise((done) => setTimeout(done, 100));
  expect(stopped).not.toHaveBeenCalled();
  slow!.resolve();
  await stopping;
});

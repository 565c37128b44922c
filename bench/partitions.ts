import { randomInt, randomUUID } from 'node:crypto';
import type { Log } from '@visita/platform/core/log';
import type { EventStore } from '@visita/platform/event-store/port';
import { createPostgresEventStore, type PostgresEventStore } from '@visita/platform/event-store/postgres';
import { toPosition } from '@visita/platform/event-store/postgres-batches';
import type { Database } from '@visita/platform/postgres/connect';
import { someEvent, someStream } from '@visita/platform/testing/events';
import type { Line } from './support/report.ts';
import { startThrowAwayServer } from './support/throw-away.ts';
import { layouts, rangeSize } from './support/partition-layouts.ts';
import { median } from './support/median.ts';

/** What is measured with: `events` in each table, `roundTime` in milliseconds. */
export type PartitionsBench = { log: Log; events: number; rounds?: number; roundTime?: number };

const eventsEach = 3;
const pageSize = 500;
const callers = 16;

const uuidOf = (seed: string): string => `md5(${seed})::uuid`;

/** So many events, a few of each stream, written by the database itself. */
const fill = `
  insert into eventstore.events (position, stream_id, revision, event_id, type, schema_version, data, metadata)
  select n, 'test-' || ${uuidOf(`'s' || (n - 1) / ${eventsEach}`)}, (n - 1) % ${eventsEach}, ${uuidOf(`'e' || n`)},
    'BookingPlaced', 1,
    jsonb_build_object('bookingId', ${uuidOf(`'b' || n`)}, 'from', '2026-01-02T09:00:00Z', 'note', repeat('x', 120)),
    '{"correlationId": "c0ffee00-0000-4000-8000-000000000001", "causationId": "c0ffee00-0000-4000-8000-000000000002",
      "actor": "process:test", "time": "2026-01-02T03:04:05.678Z"}'
  from generate_series($1::bigint, $2::bigint) n`;

type Laid = { layout: string; store: PostgresEventStore; database: Database; events: number };

const lay = async (layout: string, { database, log }: { database: Database; log: Log }, events: number) => {
  const store = createPostgresEventStore({ database, log });
  await store.ensureSchema();
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { create, index } = layouts[layout]!(events);
    await client.query(create);
    for (let from = 1; from <= events; from += rangeSize)
      await client.query(fill, [from, Math.min(events, from + rangeSize - 1)]);
    await client.query(index);
  } finally {
    client.release(true);
  }
  return { layout, store, database, events };
};

type Call = (laid: Laid) => Promise<unknown>;

const append: Call = ({ store }) => store.append(someStream(), 'no-stream', [someEvent()]);

/** The name of a stream that was filled in, as the database makes it. */
const readStream: Call = async ({ database, store, events }) => {
  const nth = randomInt(Math.floor(events / eventsEach));
  const { rows } = await database.pool.query<{ id: string }>(
    `select ${uuidOf(`'s' || $1::text`)}::text as id`,
    [nth],
  );
  return store.readStream(`test-${rows[0]!.id}`);
};

const readPage = ({ store, events }: { store: Pick<EventStore, 'readAll'>; events: number }) =>
  store.readAll(toPosition(String(randomInt(Math.max(1, events - pageSize)))), pageSize);

const calls: readonly { what: string; call: Call; at: number }[] = [
  { what: `appends, ${callers} callers`, call: append, at: callers },
  { what: `streams of ${eventsEach} events read, ${callers} callers`, call: readStream, at: callers },
  { what: `pages of ${pageSize} events read on`, call: readPage, at: 1 },
  { what: 'looks at the head', call: ({ store }) => store.head(), at: 1 },
];

const rate = async (work: () => Promise<unknown>, count: number, time: number): Promise<number> => {
  const start = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - start < time) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: count }, caller));
  return (done / (performance.now() - start)) * 1_000;
};

/** Rounds go through all layouts in turn, so that all meet the same neighbours. */
const compare = async (
  laid: readonly Laid[],
  { what, call, at }: (typeof calls)[number],
  { rounds = 5, roundTime = 2_000 }: PartitionsBench,
): Promise<Line[]> => {
  const found = laid.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [nth, one] of laid.entries()) found[nth]!.push(await rate(() => call(one), at, roundTime));
  const baseline = median(found[0]!);
  return laid.slice(1).map(({ layout, events }, nth) => {
    const ours = median(found[nth + 1]!);
    const title = `${what}, ${events} events, ${layout} · one table`;
    return { bench: 'partitions', what: title, unit: '1/s', ours, baseline, ratio: ours / baseline };
  });
};

/** The largest index that an append writes to: what has to stay in memory. */
const largestIndex = async ({ database }: Laid): Promise<number> => {
  const { rows } = await database.pool.query<{ bytes: string }>(
    `select max(pg_relation_size(indexrelid)) as bytes from pg_stat_user_indexes where schemaname = 'eventstore'`,
  );
  return Number(rows[0]?.bytes ?? 0) / 1_000_000;
};

const sizes = async (laid: readonly Laid[]): Promise<Line[]> => {
  const [baseline = 0, ...others] = await Promise.all(laid.map(largestIndex));
  return others.map((ours, nth) => ({
    bench: 'partitions',
    what: `largest index, ${laid[nth + 1]!.layout} · one table`,
    unit: 'MB',
    ours,
    baseline,
    ratio: ours / baseline,
  }));
};

/** Each layout in a database of its own, open until `work` ends. */
const withLaid = async (
  options: PartitionsBench,
  work: (laid: readonly Laid[]) => Promise<void>,
): Promise<void> => {
  const { log, events } = options;
  await using server = await startThrowAwayServer(log);
  const open = (names: readonly string[], laid: readonly Laid[]): Promise<void> => {
    const [layout, ...rest] = names;
    if (layout === undefined) return work(laid);
    return server.withDatabase(randomUUID(), async (database) => {
      const one = await lay(layout, { database, log }, events);
      try {
        await open(rest, [...laid, one]);
      } finally {
        await one.store.close();
      }
    });
  };
  await open(Object.keys(layouts), []);
};

/**
 * Measures the event store's port on partitioned tables beside the one table that it has: what a practice would gain
 * and pay beyond tens of millions of events. A prototype of `docs/growth.md`; the product does not use it.
 */
export const benchPartitions = (
  options: PartitionsBench,
  tell: (lines: readonly Line[]) => Promise<void>,
): Promise<void> =>
  withLaid(options, async (laid) => {
    for (const one of calls) await tell(await compare(laid, one, options));
    await tell(await sizes(laid));
  });

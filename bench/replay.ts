import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import type { EventStore } from '@visita/platform/event-store/port';
import { bookingsProjection } from '@visita/projector/booking/bookings.projection';
import { busyIntervalsProjection } from '@visita/projector/booking/busy-intervals.projection';
import { rebuild } from '@visita/projector/rebuild';
import { appendBookings } from '../tests/support/many-bookings.ts';
import { copiedOut, copyInto } from './support/copy.ts';
import { median } from './support/median.ts';

/**
 * Events per second of a rebuild, rows per second of COPY; `ratio` is ours over the baseline, the median of
 * rounds.
 */
export type ReplayFigures = { events: number; rows: number; ours: number; baseline: number; ratio: number };

export type ReplayBench = {
  /** A database for this bench; an event store, read models and baseline tables remain in it. */
  database: Database;
  log: Log;
  /** The plain PostgreSQL store by default; pass the encrypting one to measure decryption too. */
  store?: EventStore;
  bookings?: number;
  rounds?: number;
};

const tables = ['bookings', 'busy_intervals'] as const;

/**
 * Rebuilds the bookings and daily availabilities, including schema, indexes and swap, against COPY of the
 * same rows into tables with two indexes. Rounds alternate; returns medians.
 */
export const benchReplay = async (options: ReplayBench): Promise<ReplayFigures> => {
  const { database, log, bookings = 40_000, rounds = 5 } = options;
  const own = options.store ? null : createPostgresEventStore({ database, log });
  await own?.ensureSchema();
  const store = options.store ?? own;
  if (!store) throw new Error('there is no store');
  await appendBookings(store, { bookings, start: Date.parse('2026-11-23T08:00:00.000Z') });
  const replay = () =>
    rebuild({ store, database, log, projections: [bookingsProjection, busyIntervalsProjection] });
  const events = await replay();
  const dumps = await Promise.all(tables.map((table) => dump(database, table)));
  const rows = await countRows(database);
  const measured: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({
      ours: events / (await seconds(replay)),
      baseline: rows / (await copyAll(database, dumps)),
    });
  }
  await own?.close();
  const ours = median(measured.map((it) => it.ours));
  const baseline = median(measured.map((it) => it.baseline));
  // Within each round: other load on the machine slows both sides of a round alike.
  const ratio = median(measured.map((it) => it.ours / it.baseline));
  return { events, rows, ours, baseline, ratio };
};

const dump = async ({ pool }: Database, table: string): Promise<Buffer> => {
  const client = await pool.connect();
  try {
    return await copiedOut(client, `copy read.${table} to stdout`);
  } finally {
    client.release();
  }
};

const countRows = async ({ pool }: Database): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from read.bookings)::integer + (select count(*) from read.busy_intervals)::integer as count`,
  );
  return rows[0]?.count ?? 0;
};

const baselineTables = `
  drop table if exists baseline_bookings, baseline_busy_intervals;
  create table baseline_bookings (like read.bookings);
  alter table baseline_bookings add primary key (booking_id);
  create index on baseline_bookings (clinic_id, starts_at);
  create table baseline_busy_intervals (like read.busy_intervals);
  alter table baseline_busy_intervals add primary key (booking_id);
  create index on baseline_busy_intervals (pro_id, ends_at)`;

/** Seconds of COPY, without creating the empty tables. */
const copyAll = async (database: Database, dumps: readonly Buffer[]): Promise<number> => {
  await database.pool.query(baselineTables);
  return seconds(async () => {
    for (const [index, table] of tables.entries()) await copy(database, table, dumps[index] ?? Buffer.of());
  });
};

const copy = async ({ pool }: Database, table: string, rows: Buffer): Promise<void> => {
  const client = await pool.connect();
  try {
    const size = 65_536;
    const chunks = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
      rows.subarray(index * size, (index + 1) * size),
    );
    await copyInto(client, `copy baseline_${table} from stdin`, chunks);
  } finally {
    client.release();
  }
};

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

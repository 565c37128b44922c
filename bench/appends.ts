import { randomUUID } from 'node:crypto';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { someEvent, someStream } from '@visita/platform/testing/events';

/**
 * Appends per second, by the store and by one-row INSERTs of the same payload; `ratio` is ours over the
 * baseline.
 */
export type AppendFigures = { callers: number; ours: number; baseline: number; ratio: number };

/** Options; `roundTime` in milliseconds. */
export type AppendBench = {
  /** A database for this bench; a table of events and a baseline table remain in it. */
  database: Database;
  log: Log;
  callers?: readonly number[];
  rounds?: number;
  roundTime?: number;
};

/**
 * Measures appends against plain INSERTs through the same pool into a table with the same indexes, without
 * order or expected revisions. Rounds alternate, so that both run under the same conditions; returns medians.
 */
export const benchAppends = async ({
  database,
  log,
  callers = [1, 16, 64],
  rounds = 5,
  roundTime = 1_500,
}: AppendBench): Promise<AppendFigures[]> => {
  const store = createPostgresEventStore({ database, log });
  await store.ensureSchema();
  await database.pool.query(baselineTable);
  const ours = async () => {
    await store.append(someStream(), 'no-stream', [payload()]);
  };
  const baseline = async () => {
    const { id, type, data, metadata } = payload();
    const values = [someStream(), 0, id, type, 1, JSON.stringify(data), JSON.stringify(metadata)];
    await database.pool.query({ name: 'baseline', text: insert, values });
  };
  const figures: AppendFigures[] = [];
  for (const count of callers) {
    await rate(ours, count, roundTime / 3);
    await rate(baseline, count, roundTime / 3);
    const measured: { ours: number; baseline: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({
        ours: await rate(ours, count, roundTime),
        baseline: await rate(baseline, count, roundTime),
      });
    }
    const medians = {
      ours: median(measured.map((it) => it.ours)),
      baseline: median(measured.map((it) => it.baseline)),
    };
    figures.push({ callers: count, ...medians, ratio: medians.ours / medians.baseline });
  }
  await store.close();
  return figures;
};

const baselineTable = `
  create table if not exists baseline (
    position bigint generated always as identity primary key, stream_id text not null, revision bigint not null,
    event_id uuid not null unique, type text not null, schema_version integer not null, data jsonb not null,
    metadata jsonb not null, created timestamptz not null default clock_timestamp(), unique (stream_id, revision)
  )`;

const insert = `insert into baseline (stream_id, revision, event_id, type, schema_version, data, metadata)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const payload = () =>
  someEvent(
    {
      bookingId: randomUUID(),
      clinicId: randomUUID(),
      from: '2026-01-02T09:00:00Z',
      to: '2026-01-02T09:30:00Z',
      note: 'x'.repeat(120),
    },
    'BookingPlaced',
  );

const rate = async (work: () => Promise<void>, callers: number, time: number): Promise<number> => {
  const start = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - start < time) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (done / (performance.now() - start)) * 1_000;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

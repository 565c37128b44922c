import type { EventMetadata, RecordedEvent } from '@visita/contracts/envelope';
import { DatabaseError, type Pool } from 'pg';
import { createBatcher } from '../core/batcher.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { EventToAppend, ExpectedRevision } from './port.ts';
import * as sql from './postgres.sql.ts';

/** One append to a stream. */
export type Append = { stream: string; expected: ExpectedRevision; events: readonly EventToAppend[] };
/** What became of an append. */
export type Verdict = {
  outcome: 'ok' | 'duplicate' | 'conflict' | 'reused';
  revision: string;
  position: string | null;
};
/** The events of a stream from a revision on. */
export type Tail = { stream: string; fromRevision: number };

const flushSize = 256;

// Without a connection no part of a batch can do better alone; trying each would only take longer.
const divisible = (error: unknown): boolean => error instanceof DatabaseError;

/** Writes the appends of one moment in one round trip. */
export const createAppends = (pool: Pool, { metrics, tracer }: Telemetry) =>
  createBatcher<Append, Verdict>({
    maximum: flushSize,
    key: ({ stream }) => stream,
    divisible,
    flush: async (items) => {
      const values = [JSON.stringify(items.flatMap(toRows))];
      const written = items.flatMap(({ events }) => events);
      const from = written.map(({ metadata }) => metadata.traceparent);
      const counts = { appends: items.length, events: written.length };
      const started = performance.now();
      const query = { name: 'append', text: sql.appendStatement, values };
      const { rows } = await tracer.span('flush', { attributes: counts, from, kind: 'client' }, () =>
        pool.query<Verdict>(query),
      );
      metrics.flushed({ ...counts, seconds: (performance.now() - started) / 1_000 });
      return rows;
    },
  });

/** Reads the streams of one moment in one round trip. */
export const createTails = (pool: Pool) =>
  createBatcher<Tail, RecordedEvent[]>({
    maximum: flushSize,
    divisible,
    flush: async (items) => {
      const values = [items.map(({ stream }) => stream), items.map(({ fromRevision }) => fromRevision)];
      const query = { name: 'read-streams', text: sql.readStreamsStatement, values };
      const { rows } = await pool.query<Row & { asked: string }>(query);
      const answers: RecordedEvent[][] = items.map(() => []);
      for (const row of rows) answers[Number(row.asked) - 1]?.push(toEvent(row));
      return answers;
    },
  });

const anyRevision = -2;
const noStream = -1;

const toRows = ({ stream, expected, events }: Append, append: number) =>
  events.map(({ id, type, schemaVersion = 1, data, metadata }) => ({
    append,
    stream,
    expected: expected === 'any' ? anyRevision : expected === 'no-stream' ? noStream : expected,
    id,
    type,
    version: schemaVersion,
    data,
    metadata,
  }));

/** An event as the statements select it. */
export type Row = {
  position: string;
  stream_id: string;
  revision: string;
  event_id: string;
  type: string;
  schema_version: number;
  data: unknown;
  metadata: EventMetadata;
};

/** The event of a row. */
export const toEvent = (row: Row): RecordedEvent => ({
  id: row.event_id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
  stream: row.stream_id,
  revision: Number(row.revision),
  position: toPosition(row.position),
  schemaVersion: row.schema_version,
});

/** Positions are fixed-width, so that they compare as text. */
export const toPosition = (position: string): string => position.padStart(16, '0');

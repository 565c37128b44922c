import type { EventMetadata, RecordedEvent } from '@visita/contracts/envelope';
import { DatabaseError, type Pool } from 'pg';
import { createBatcher } from '../async/batcher.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { StreamAppend } from './port.ts';
import * as sql from './postgres.sql.ts';

export type Append = StreamAppend;
/** Result of an append; `held`: not written because an append of the same group failed. */
export type Verdict = {
  outcome: 'ok' | 'duplicate' | 'conflict' | 'reused' | 'held';
  revision: string;
  position: string | null;
};
/** The events of a stream from a revision on. */
export type Tail = { stream: string; fromRevision: number };

const flushSize = 256;
/** Page size of reads that share a round trip: longer results would delay the others. */
const sharedPage = 100;
/** Page size of reads on their own. */
const ownPage = 500;

// Whether a failed batch is retried item by item. Without a connection, this would only take
// longer.
const divisible = (error: unknown): boolean => error instanceof DatabaseError;

type Appending = Telemetry & {
  /** Called with the events of each flush, sorted by position. */
  readonly written: (events: readonly RecordedEvent[]) => void;
};

/** Batches concurrent appends into one round trip. The appends of one item are written together or not at all. */
export const createAppends = (pool: Pool, { metrics, tracer, written }: Appending) =>
  createBatcher<readonly Append[], readonly Verdict[]>({
    maximum: flushSize,
    key: (item) => item.map(({ stream }) => stream),
    divisible,
    flush: async (items) => {
      const all = items.flatMap((item, together) => item.map((append) => ({ ...append, together })));
      const values = [JSON.stringify(all.flatMap(toRows))];
      const events = all.flatMap((append) => append.events);
      const from = events.map(({ metadata }) => metadata.traceparent);
      const counts = { appends: all.length, events: events.length };
      const started = performance.now();
      const query = { name: 'append', text: sql.appendStatement, values };
      const { rows } = await tracer.span('flush', { attributes: counts, from, kind: 'client' }, () =>
        pool.query<Verdict>(query),
      );
      metrics.flushed({ ...counts, seconds: (performance.now() - started) / 1_000 });
      written(writtenBy(values[0]!, rows));
      let next = 0;
      return items.map(({ length }) => rows.slice(next, (next += length)));
    },
  });

/** Batches concurrent reads of the first page into one round trip; each stream is read once. */
const createBeginnings = (pool: Pool) =>
  createBatcher<Tail, readonly RecordedEvent[]>({
    maximum: flushSize,
    divisible,
    flush: async (items) => {
      const names = items.map(({ stream, fromRevision }) => `${fromRevision} ${stream}`);
      const different = new Map(names.map((name, nth) => [name, items[nth]!]));
      const tails = [...different.values()];
      const values = [
        tails.map(({ stream }) => stream),
        tails.map(({ fromRevision }) => fromRevision),
        sharedPage,
      ];
      const query = { name: 'read-streams', text: sql.readStreamsStatement, values };
      const { rows } = await pool.query<Row & { asked: string }>(query);
      const answers = new Map([...different.keys()].map((name): [string, RecordedEvent[]] => [name, []]));
      const inOrder = [...answers.values()];
      for (const row of rows) inOrder[Number(row.asked) - 1]?.push(toEvent(row));
      return names.map((name) => answers.get(name)!);
    },
  });

/** Reads streams from a revision on: the first page batched with other reads, the rest in pages of its own. */
export const createTails = (pool: Pool) => {
  const beginnings = createBeginnings(pool);

  const page = async (stream: string, from: number, size: number): Promise<RecordedEvent[]> => {
    const values = [[stream], [from], size];
    const query = { name: 'read-streams', text: sql.readStreamsStatement, values };
    return (await pool.query<Row>(query)).rows.map(toEvent);
  };

  return async (stream: string, fromRevision: number, maximum: number): Promise<RecordedEvent[]> => {
    const read = (await beginnings.add({ stream, fromRevision })).slice(0, maximum);
    for (let full = read.length === sharedPage; full && read.length < maximum;) {
      const size = Math.min(ownPage, maximum - read.length);
      const more = await page(stream, fromRevision + read.length, size);
      for (const event of more) read.push(event);
      full = more.length === size;
    }
    return read;
  };
};

/** Returns the events of a flush from the rows that were sent. */
const writtenBy = (sent: string, verdicts: readonly Verdict[]): RecordedEvent[] => {
  const rows = JSON.parse(sent) as ReturnType<typeof toRows>;
  return verdicts.flatMap(({ outcome, revision, position }, append) => {
    if (outcome !== 'ok' || position === null) return [];
    const own = rows.filter((row) => row.append === append);
    return own.map(({ id, type, data, metadata, stream, version: schemaVersion }, nth) => ({
      id,
      type,
      data,
      metadata,
      stream,
      schemaVersion,
      revision: Number(revision) - own.length + 1 + nth,
      position: toPosition(String(Number(position) - own.length + 1 + nth)),
    }));
  });
};

const anyRevision = -2;
const noStream = -1;

const toRows = (
  { stream, expected, events, together }: Append & { readonly together: number },
  append: number,
) =>
  events.map(({ id, type, schemaVersion = 1, data, metadata }) => ({
    append,
    together,
    stream,
    expected: expected === 'any' ? anyRevision : expected === 'no-stream' ? noStream : expected,
    id,
    type,
    version: schemaVersion,
    data,
    metadata,
  }));

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

/** Fixed width, so that positions compare as text. */
export const toPosition = (position: string): string => position.padStart(16, '0');

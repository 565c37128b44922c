import type { EventMetadata, RecordedEvent } from '@visita/contracts/envelope';
import { DatabaseError } from 'pg';
import { createBatcher } from '../core/batcher.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../postgres/connect.ts';
import { migrate } from '../postgres/migrate.ts';
import { type Telemetry } from '../telemetry/telemetry.ts';
import { noMetrics } from '../telemetry/metrics.ts';
import { untraced } from '../telemetry/tracer.ts';
import { createWakeUp } from './wake-up.ts';
import { follow } from './follow.ts';
import { listen } from './listen.ts';
import {
  type AppendResult,
  EventIdReused,
  type EventStore,
  EventStoreUnavailable,
  type EventToAppend,
  type ExpectedRevision,
  RevisionConflict,
  type Subscription,
} from './port.ts';
import * as sql from './postgres.sql.ts';

/** The event store in schema `eventstore` of a PostgreSQL database. */
export type PostgresEventStore = EventStore & {
  /** Creates or updates the schema; safe for several processes at once. */
  ensureSchema(): Promise<void>;
  /** Neighbours with positions missing in between; none in a sound log. Reads the whole index. */
  holes(): Promise<{ after: string; before: string }[]>;
};

type Append = { stream: string; expected: ExpectedRevision; events: readonly EventToAppend[] };
type Verdict = {
  outcome: 'ok' | 'duplicate' | 'conflict' | 'reused';
  revision: string;
  position: string | null;
};
type Tail = { stream: string; fromRevision: number };

const flushSize = 256;

/** Opens the store; it does not own the database. Appends and stream reads of one moment share a round trip. */
export const createPostgresEventStore = ({
  database,
  log,
  metrics = noMetrics,
  tracer = untraced,
}: { database: Database; log: Log } & Partial<Telemetry>): PostgresEventStore => {
  const { pool } = database;
  const wakeUp = createWakeUp();
  const subscriptions = new Set<Subscription>();
  let stopListening: (() => Promise<void>) | undefined;

  const appends = createBatcher<Append, Verdict>({
    maximum: flushSize,
    key: ({ stream }) => stream,
    // Without a connection no append can do better alone; trying each would only take longer.
    divisible: (error) => error instanceof DatabaseError,
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

  const tails = createBatcher<Tail, RecordedEvent[]>({
    maximum: flushSize,
    divisible: (error) => error instanceof DatabaseError,
    flush: async (items) => {
      const values = [items.map(({ stream }) => stream), items.map(({ fromRevision }) => fromRevision)];
      const query = { name: 'read-streams', text: sql.readStreamsStatement, values };
      const { rows } = await pool.query<Row & { asked: string }>(query);
      const answers: RecordedEvent[][] = items.map(() => []);
      for (const row of rows) answers[Number(row.asked) - 1]?.push(toEvent(row));
      return answers;
    },
  });

  const readAll: EventStore['readAll'] = async (after, limit) => {
    const values = [Number(after), limit];
    const { rows } = await pool.query<Row>({ name: 'read-all', text: sql.readAllStatement, values });
    return rows.map(toEvent);
  };

  return {
    ensureSchema: () => migrate(database.knex, 'eventstore', sql.eventStoreMigrations),
    append: async (stream, expected, events) => {
      try {
        return answer(stream, await appends.add({ stream, expected, events }));
      } catch (error) {
        // An id twice within one append; one that is stored already gets its verdict from the database.
        const twice = error instanceof DatabaseError && error.constraint === 'events_event_id_key';
        throw twice ? new EventIdReused(stream) : error;
      }
    },
    readStream: (stream, fromRevision = 0) => tails.add({ stream, fromRevision }),
    readAll,
    head: async () => {
      const { rows } = await pool.query<{ position: string }>(sql.headStatement);
      return toPosition(rows[0]?.position ?? '0');
    },
    writable: async () => {
      const { rows } = await pool.query<{ takes: boolean }>(sql.writableStatement);
      if (!rows[0]?.takes) throw new EventStoreUnavailable('this PostgreSQL only reads');
    },
    countAfter: async (position) => {
      const { rows } = await pool.query<{ position: string }>(sql.headStatement);
      return Math.max(0, Number(rows[0]?.position ?? 0) - Number(position));
    },
    subscribe: (options) => {
      stopListening ??= listen(database.url, sql.channel, { wakeUp, log });
      const subscription = follow({ readAll, wakeUp, log }, options);
      subscriptions.add(subscription);
      const forget = () => subscriptions.delete(subscription);
      subscription.done.then(forget, forget);
      return subscription;
    },
    holes: async () => {
      const { rows } = await pool.query<{ after: string; before: string }>(sql.holesStatement);
      return rows.map(({ after, before }) => ({ after: toPosition(after), before: toPosition(before) }));
    },
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await stopListening?.();
      stopListening = undefined;
    },
  };
};

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

const answer = (stream: string, { outcome, revision, position }: Verdict): AppendResult => {
  if (outcome === 'conflict') throw new RevisionConflict(stream, Number(revision));
  if (outcome === 'reused' || position === null) throw new EventIdReused(stream);
  return { revision: Number(revision), position: toPosition(position) };
};

type Row = {
  position: string;
  stream_id: string;
  revision: string;
  event_id: string;
  type: string;
  schema_version: number;
  data: unknown;
  metadata: EventMetadata;
};

const toEvent = (row: Row): RecordedEvent => ({
  id: row.event_id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
  stream: row.stream_id,
  revision: Number(row.revision),
  position: toPosition(row.position),
  schemaVersion: row.schema_version,
});

const toPosition = (position: string): string => position.padStart(16, '0');

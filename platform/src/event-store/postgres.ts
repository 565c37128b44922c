import { DatabaseError } from 'pg';
import type { Log } from '../logging/log.ts';
import type { Database } from '../postgres/connect.ts';
import { migrate } from '../postgres/migrate.ts';
import { type Telemetry } from '../telemetry/telemetry.ts';
import { noMetrics } from '../telemetry/metrics.ts';
import { untraced } from '../telemetry/tracer.ts';
import { createWakeUp } from './wake-up.ts';
import { createFollowers } from './follow.ts';
import { listen } from './listen.ts';
import type { ReadTypes } from './recent-events.ts';
import {
  type AppendResult,
  EventIdReused,
  type EventStore,
  EventStoreUnavailable,
  RevisionConflict,
} from './port.ts';
import {
  type Append,
  createAppends,
  createTails,
  type Row,
  toEvent,
  toPosition,
  type Verdict,
} from './postgres-batches.ts';
import * as sql from './postgres.sql.ts';

/** An event store in schema `eventstore` of a PostgreSQL database. */
export type PostgresEventStore = EventStore & {
  /** Creates or updates the schema; safe to run concurrently. */
  ensureSchema(): Promise<void>;
  /** Pairs of positions with a gap in between; none in a sound log. Reads the whole index. */
  holes(): Promise<{ after: string; before: string }[]>;
};

/** Reads streams from the schema of any release, without functions of this release's migrations. */
export const readAnyRelease = (pool: Database['pool']): Pick<EventStore, 'readStream'> => ({
  readStream: async (stream, fromRevision = 0, maximum) => {
    const values = [stream, fromRevision, maximum ?? null];
    return (await pool.query<Row>(sql.readStreamStatement, values)).rows.map(toEvent);
  },
});

/** Opens the store. Does not close the database. Concurrent appends and stream reads share a round trip. */
export const createPostgresEventStore = ({
  database,
  log,
  metrics = noMetrics,
  tracer = untraced,
}: { database: Database; log: Log } & Partial<Telemetry>): PostgresEventStore => {
  const { pool } = database;
  const wakeUp = createWakeUp();
  let stopListening: (() => Promise<void>) | undefined;

  const readTail = createTails(pool);

  const readAll: EventStore['readAll'] = async (after, limit) => {
    const values = [Number(after), limit];
    const { rows } = await pool.query<Row>({ name: 'read-all', text: sql.readAllStatement, values });
    return rows.map(toEvent);
  };
  const readTypes: ReadTypes = async (after, limit, types) => {
    const values = [Number(after), limit, [...types]];
    const query = { name: 'read-types', text: sql.readTypesStatement, values };
    const { rows } = await pool.query<Row & { seen: string }>(query);
    return { events: rows.map(toEvent), seen: Number(rows[0]?.seen ?? 0) };
  };
  const followers = createFollowers({ readAll, readTypes, wakeUp, log });
  const appends = createAppends(pool, { metrics, tracer, written: followers.take });
  const write = async (asked: readonly Append[]): Promise<AppendResult[]> => {
    try {
      return answers(asked, await appends.add(asked));
    } catch (error) {
      // The same id occurs twice in one append. For an id that is already stored, the database
      // returns a verdict.
      const twice = error instanceof DatabaseError && error.constraint?.endsWith('event_id_key');
      throw twice ? new EventIdReused(streamsOf(asked)) : error;
    }
  };
  const heard = (position?: string): void => {
    if (!position) return wakeUp.wake();
    // A notification about this process's own append may arrive just before the append's result.
    setImmediate(() => {
      if (!followers.reach(toPosition(position))) wakeUp.wake();
    });
  };

  return {
    ensureSchema: () => migrate(database.knex, 'eventstore', sql.eventStoreMigrations),
    append: async (stream, expected, events) => (await write([{ stream, expected, events }]))[0]!,
    appendTogether: write,
    readStream: (stream, fromRevision = 0, maximum = Infinity) => readTail(stream, fromRevision, maximum),
    readAll,
    head: async () => {
      const { rows } = await pool.query<{ position: string }>({ name: 'head', text: sql.headStatement });
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
    followed: followers.followed,
    subscribe: (options) => {
      stopListening ??= listen(database.url, sql.channel, { heard, log });
      return followers.subscribe(options);
    },
    holes: async () => {
      const { rows } = await pool.query<{ after: string; before: string }>(sql.holesStatement);
      return rows.map(({ after, before }) => ({ after: toPosition(after), before: toPosition(before) }));
    },
    close: async () => {
      await followers.stop();
      await stopListening?.();
      stopListening = undefined;
    },
  };
};

const streamsOf = (asked: readonly Append[]): string => asked.map(({ stream }) => stream).join(' and ');

const answers = (asked: readonly Append[], verdicts: readonly Verdict[]): AppendResult[] => {
  const conflict = verdicts.findIndex(({ outcome }) => outcome === 'conflict');
  if (conflict !== -1)
    throw new RevisionConflict(asked[conflict]!.stream, Number(verdicts[conflict]!.revision));
  return verdicts.map(({ outcome, revision, position }) => {
    if (outcome === 'reused' || position === null) throw new EventIdReused(streamsOf(asked));
    return { revision: Number(revision), position: toPosition(position) };
  });
};

import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf } from '@visita/contracts/event';
import type { Database } from '@visita/platform/postgres/connect';
import type { Foundation } from '@visita/platform/runtime/foundation';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { kindOf } from './folds.ts';

export type Place = { readonly stream: string; readonly revision: number };

/** Searches streams of these kinds for an event with an id in one of these fields. */
export type Naming = {
  readonly kinds: readonly string[];
  readonly fields: readonly string[];
  readonly id: string;
};

/**
 * Finds events by criteria that the store has no index for. Returns places; the events are read from the
 * store.
 */
export type Finder = {
  event(id: string): Promise<Place | null>;
  /** First events of a correlation id, in store order. */
  correlated(correlationId: string, limit: number): Promise<readonly Place[]>;
  streams(naming: Naming): Promise<readonly string[]>;
};

type Row = { stream_id: string; revision: string };
const toPlace = ({ stream_id: stream, revision }: Row): Place => ({ stream, revision: Number(revision) });

const eventSql = 'select stream_id, revision from eventstore.events where event_id = $1';

const correlatedSql = `
  select stream_id, revision from eventstore.events where metadata->>'correlationId' = $1 order by position limit $2`;

const streamsSql = `
  select stream_id, 0 as revision from eventstore.events
  where split_part(stream_id, '-', 1) = any($1)
    and exists (select from unnest($2::text[]) as field where data->>field = $3)
  group by stream_id order by min(position)`;

/**
 * Searches the events table in PostgreSQL. Only ids are indexed; other searches scan the table, which is slow
 * but spares every append another index.
 */
export const findInDatabase = ({ pool }: Pick<Database, 'pool'>): Finder => ({
  event: async (id) => {
    const [row] = (await pool.query<Row>(eventSql, [id])).rows;
    return row ? toPlace(row) : null;
  },
  correlated: async (correlationId, limit) =>
    (await pool.query<Row>(correlatedSql, [correlationId, limit])).rows.map(toPlace),
  streams: async ({ kinds, fields, id }) =>
    (await pool.query<Row>(streamsSql, [kinds, fields, id])).rows.map((row) => row.stream_id),
});

const placeOf = ({ stream, revision }: Place): Place => ({ stream, revision });

const pageSize = 2_000;

export type Scanning = {
  store: Pick<EventStore, 'readAll'>;
  /** Called with the position read so far. */
  onProgress?: ((position: string) => void) | undefined;
};

/** Searches any store by reading all events. */
export const findByReading = ({ store, onProgress }: Scanning): Finder => {
  async function* all(): AsyncGenerator<RecordedEvent> {
    for (let after: string | undefined = beginning; after !== undefined;) {
      const page: readonly RecordedEvent[] = await store.readAll(after, pageSize);
      yield* page;
      after = page.at(-1)?.position;
      if (after !== undefined) onProgress?.(after);
    }
  }
  return {
    event: async (id) => {
      for await (const event of all()) if (event.id === id) return placeOf(event);
      return null;
    },
    correlated: async (correlationId, limit) => {
      const found: Place[] = [];
      for await (const event of all()) {
        if (event.metadata.correlationId === correlationId) found.push(event);
        if (found.length === limit) break;
      }
      return found.map(placeOf);
    },
    streams: async ({ kinds, fields, id }) => {
      const found = new Set<string>();
      for await (const event of all()) {
        const { stream } = event;
        if (!kinds.includes(kindOf(stream))) continue;
        const values = fieldsOf(event);
        if (fields.some((field) => values[field] === id)) found.add(stream);
      }
      return [...found];
    },
  };
};

export type FinderOptions = Pick<Foundation, 'config' | 'database' | 'stored'> & Pick<Scanning, 'onProgress'>;

export const openFinder = ({ config, database, stored, onProgress }: FinderOptions): Finder =>
  config.eventStoreUrl === null ? findInDatabase(database) : findByReading({ store: stored, onProgress });

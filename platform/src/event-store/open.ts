import type { Pool } from 'pg';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../postgres/connect.ts';
import { migrate, type Migrations } from '../postgres/migrate.ts';
import { unlessMissing } from '../postgres/missing.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { noteKinds } from './known-kinds.ts';
import { type EventStore, EventStoreUnavailable } from './port.ts';
import { createPostgresEventStore, type PostgresEventStore } from './postgres.ts';
import { sealMigrations, sealSchema } from './seals.ts';

/** An event store without the envelope; `holes` where a store has positions that can be missing. */
export type StoredEvents = EventStore & Partial<Pick<PostgresEventStore, 'holes'>>;

type Options = {
  config: Pick<Config, 'eventStoreUrl' | 'eventStorePrefix'>;
  /** Holds the events, unless EventStoreDB does, and all that was made of them. */
  database: Database;
  log: Log;
} & Partial<Telemetry>;

/** EventStoreDB where it is configured, else the database, which has the seals of both. Throws where the database was filled from the other one. */
export const openEventStore = async ({ config, ...rest }: Options): Promise<StoredEvents> => {
  const url = config.eventStoreUrl;
  const place: Place = url ? 'eventstoredb' : 'postgresql';
  const prefix = await holdTo({ place, prefix: url ? config.eventStorePrefix : '' }, rest.database);
  await noteKinds(rest.database.pool);
  await migrate(rest.database.knex, sealSchema, sealMigrations);
  if (url) {
    // Its client is loaded only where it is wanted.
    const { createEventStoreDBEventStore } = await import('./eventstoredb.ts');
    const { hostsOf } = await import('./eventstoredb-discovery.ts');
    const store = createEventStoreDBEventStore({ ...rest, url, prefix });
    await meet(store, { log: rest.log, hosts: hostsOf(url) });
    return store;
  }
  const store = createPostgresEventStore(rest);
  await store.ensureSchema();
  return store;
};

/** A server that is away may come, and is tried on; one that refuses the user will go on doing so. */
const meet = async (store: EventStore, { log, hosts }: { log: Log; hosts: string }): Promise<void> => {
  try {
    await store.head();
  } catch (error) {
    if (error instanceof EventStoreUnavailable) {
      log.warn({ hosts }, `EventStoreDB does not answer at ${hosts} (EVENTSTORE_URL): trying on`);
      return;
    }
    await store.close();
    throw error;
  }
};

type Place = 'postgresql' | 'eventstoredb';

/** Where the events are, and what the names of their streams begin with there. */
type Held = { place: Place; prefix: string };

/** The schema of {@link sourceMigrations}. */
export const sourceSchema = 'event_source';

/** Where the events are, and which kinds of them the release knows that opened them last. */
export const sourceMigrations: Migrations = {
  '0001_place': {
    up: (knex) =>
      knex.raw(`create table event_source.place (
        single boolean primary key default true check (single),
        place text not null check (place in ('postgresql', 'eventstoredb'))
      )`),
  },
  // What was filled before streams had a prefix goes on without.
  '0002_prefix': {
    up: (knex) => knex.raw(`alter table event_source.place add column prefix text not null default ''`),
  },
  '0003_kinds': {
    up: (knex) => knex.raw('alter table event_source.place add column kinds jsonb'),
  },
};

/**
 * Read models and processes remember positions. Those of one store mean nothing in another: a follower that went on from them
 * would pass over events without a word. So a database stays with the store that it began with, once that has events,
 * and with the prefix of its streams, which is answered.
 */
const holdTo = async ({ place, prefix }: Held, { pool, knex }: Database): Promise<string> => {
  await migrate(knex, sourceSchema, sourceMigrations);
  const first: Place = (await hasEvents(pool)) ? 'postgresql' : place;
  await pool.query('insert into event_source.place (place, prefix) values ($1, $2) on conflict do nothing', [
    first,
    first === place ? prefix : '',
  ]);
  const { rows } = await pool.query<Held>('select place, prefix from event_source.place');
  const held = rows[0]?.place;
  if (held === place) return rows[0]?.prefix ?? prefix;
  if (held === 'postgresql' && !(await hasEvents(pool))) {
    await pool.query('update event_source.place set place = $1, prefix = $2', [place, prefix]);
    return prefix;
  }
  const remedy =
    held === 'postgresql' ? 'Leave EVENTSTORE_URL out' : 'Set EVENTSTORE_URL as it was when it was filled';
  throw new Error(
    `This database belongs to the events in ${names[held ?? place]}. ${remedy}, or use another database.`,
  );
};

/** What the streams of a database's events begin with in EventStoreDB, as it was opened first; nothing is changed. */
export const readPrefix = async (pool: Pool): Promise<string> => {
  const reading = pool.query<{ prefix: string }>('select prefix from event_source.place');
  return (await unlessMissing(reading))?.rows[0]?.prefix ?? '';
};

const names = { postgresql: 'PostgreSQL', eventstoredb: 'EventStoreDB' };

const hasEvents = async (pool: Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ events: string | null }>(
    "select to_regclass('eventstore.events') as events",
  );
  if (!rows[0]?.events) return false;
  return (await pool.query('select from eventstore.events limit 1')).rows.length > 0;
};

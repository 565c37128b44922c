import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import type { Database } from '../postgres/connect.ts';
import { migrate, type Migrations } from '../postgres/migrate.ts';
import { unlessMissing } from '../postgres/missing.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { noteKinds } from './known-kinds.ts';
import { type EventStore, EventStoreUnavailable } from './port.ts';
import { createPostgresEventStore, type PostgresEventStore } from './postgres.ts';
import { sealMigrations, sealSchema } from './seals.ts';

/** The event store with personal data encrypted. `holes` exists on stores whose positions can have gaps. */
export type StoredEvents = EventStore & Partial<Pick<PostgresEventStore, 'holes'>>;

type Options = {
  config: Pick<Config, 'eventStoreUrl' | 'eventStorePrefix'>;
  /** Holds the read models, and the events unless they are in EventStoreDB. */
  database: Database;
  log: Log;
} & Partial<Telemetry>;

/**
 * Opens EventStoreDB if configured, otherwise the database. The seals are in the database in both cases. Throws if
 * the database was filled from the other store.
 */
export const openEventStore = async ({ config, ...rest }: Options): Promise<StoredEvents> => {
  const url = config.eventStoreUrl;
  const place: Place = url ? 'eventstoredb' : 'postgresql';
  const prefix = await holdTo({ place, prefix: url ? config.eventStorePrefix : '' }, rest.database);
  await noteKinds(rest.database.pool);
  await migrate(rest.database.knex, sealSchema, sealMigrations);
  if (url) {
    // The client is loaded only if it is used.
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

/**
 * Waits for a server that is down. Throws if the server refuses the user, because waiting would not
 * help.
 */
const meet = async (store: EventStore, { log, hosts }: { log: Log; hosts: string }): Promise<void> => {
  try {
    await store.head();
  } catch (error) {
    if (error instanceof EventStoreUnavailable) {
      log.warn({ hosts }, `EventStoreDB does not answer at ${hosts} (EVENTSTORE_URL): still trying`);
      return;
    }
    await store.close();
    throw error;
  }
};

type Place = 'postgresql' | 'eventstoredb';

/** Store that holds the events, and prefix of their streams. */
type Held = { place: Place; prefix: string };

export const sourceSchema = 'event_source';

/** Stores the place of the events, and the event types of the release that opened them last. */
export const sourceMigrations: Migrations = {
  '0001_place': {
    up: (knex) =>
      knex.raw(`create table event_source.place (
        single boolean primary key default true check (single),
        place text not null check (place in ('postgresql', 'eventstoredb'))
      )`),
  },
  // Existing streams have no prefix.
  '0002_prefix': {
    up: (knex) => knex.raw(`alter table event_source.place add column prefix text not null default ''`),
  },
  '0003_kinds': {
    up: (knex) => knex.raw('alter table event_source.place add column kinds jsonb'),
  },
};

/**
 * Ensures that a database with events stays with its store and stream prefix, and returns the prefix. Read models and
 * processes store positions, which mean nothing in another store: a follower would skip events silently.
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

/** Returns the prefix of a database's streams in EventStoreDB, without changing anything. */
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

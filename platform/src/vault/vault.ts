import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Subject } from '@visita/contracts/event';
import { LRUCache } from 'lru-cache';
import { createBatcher } from '../core/batcher.ts';
import type { Database } from '../postgres/connect.ts';
import type { Migrations } from '../postgres/migrate.ts';
import type { ErasureJournal } from './erasures.ts';
import { pseudonymsTable } from './pseudonyms.ts';
import { encrypt, decrypt } from './cipher.ts';

/** A subject's key; null once it was erased. */
export type SubjectKey = KeyObject | null;

/** Keeps the keys of people's personal data, apart from the events. Erasing a key erases the data for good. */
export type Vault = {
  /** The keys of these subjects; those that never existed are made. */
  keysFor(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, SubjectKey>>;
  /** The keys of these subjects; without those that never existed. */
  getKeys(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, SubjectKey>>;
  /** Destroys a subject's key, and makes sure that it never gets another one. */
  erase(subject: Subject): Promise<void>;
};

type VaultOptions = {
  database: Pick<Database, 'pool'>;
  /** Wraps the keys at rest, 32 bytes. */
  wrapKey: Uint8Array;
  clock: () => Date;
  /** Hears of every erasure before it is done; nobody unless told. */
  journal?: ErasureJournal;
};

/** For `migrate(knex, 'vault', …)`. */
export const vaultMigrations: Migrations = {
  '0001-keys': {
    up: (knex) =>
      knex.schema.createTable('keys', (table) => {
        table.text('subject').primary();
        table.binary('wrapped');
        table.timestamp('created').notNullable();
        table.timestamp('erased_at');
      }),
  },
  '0002-pseudonyms': pseudonymsTable,
};

/** Another process's erasure is seen after so long, in milliseconds. */
const timeToLive = 5000;
const maximumCached = 20_000;

type Cached = { key: SubjectKey; until: number };
type Row = { subject: Subject; wrapped: Buffer | null };

/** A vault in the PostgreSQL schema `vault`. */
export const createVault = ({ database, wrapKey: wrapBytes, clock, journal }: VaultOptions): Vault => {
  const wrapKey = createSecretKey(wrapBytes);
  const cache = new LRUCache<Subject, Cached>({ max: maximumCached });
  const { pool } = database;

  const remember = (rows: readonly Row[], keys: Map<Subject, SubjectKey>): void => {
    const until = clock().getTime() + timeToLive;
    for (const { subject, wrapped } of rows) {
      const key = wrapped && unwrap(wrapKey, subject, wrapped);
      // An erasure that overtook this read stays.
      if (key && cache.get(subject)?.key === null) continue;
      cache.set(subject, { key, until });
      keys.set(subject, key);
    }
  };

  const fromCache = (subjects: readonly Subject[]) => {
    const now = clock().getTime();
    const keys = new Map<Subject, SubjectKey>();
    const missing = new Set<Subject>();
    for (const subject of subjects) {
      const cached = cache.get(subject);
      // What was erased stays so.
      if (cached && (cached.key === null || cached.until > now)) keys.set(subject, cached.key);
      else missing.add(subject);
    }
    return { keys, missing: [...missing] };
  };

  const select = async (subjects: readonly Subject[]): Promise<Row[]> => {
    const text = 'select subject, wrapped from vault.keys where subject = any($1::text[])';
    return (await pool.query<Row>({ name: 'vault-get', text, values: [subjects] })).rows;
  };

  const creating = createBatcher<readonly Subject[], ReadonlyMap<Subject, Row>>({
    maximum: 256,
    flush: async (batch) => {
      // Sorted, so that two processes never wait for each other.
      const subjects = [...new Set(batch.flat())].toSorted();
      const wrapped = subjects.map((subject) => encrypt(wrapKey, subject, randomBytes(32)));
      const { rows } = await pool.query<Row>({
        name: 'vault-create',
        text: createSql,
        values: [subjects, wrapped, clock()],
      });
      const found = new Map(rows.map((row) => [row.subject, row]));
      // Made by somebody else after this statement began, which therefore could not see them.
      const unseen = subjects.filter((subject) => !found.has(subject));
      if (unseen.length > 0) for (const row of await select(unseen)) found.set(row.subject, row);
      return batch.map(() => found);
    },
  });

  return {
    keysFor: async (subjects) => {
      const { keys, missing } = fromCache(subjects);
      if (missing.length === 0) return keys;
      const rows = await creating.add(missing);
      remember(
        missing.flatMap((subject) => rows.get(subject) ?? []),
        keys,
      );
      return withErased(missing, keys);
    },
    getKeys: async (subjects) => {
      const { keys, missing } = fromCache(subjects);
      if (missing.length === 0) return keys;
      const rows = await select(missing);
      remember(rows, keys);
      return withErased(
        rows.map(({ subject }) => subject),
        keys,
      );
    },
    erase: async (subject) => {
      await journal?.note(subject);
      await pool.query(eraseSql, [subject, clock()]);
      cache.set(subject, { key: null, until: Infinity });
    },
  };
};

/** A subject that has a row but gave no key was erased meanwhile. */
const withErased = (
  subjects: readonly Subject[],
  keys: Map<Subject, SubjectKey>,
): Map<Subject, SubjectKey> => {
  for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, null);
  return keys;
};

const createSql = `
  with made as (
    insert into vault.keys (subject, wrapped, created)
    select subject, wrapped, $3 from unnest($1::text[], $2::bytea[]) as given (subject, wrapped)
    on conflict (subject) do nothing
    returning subject, wrapped
  )
  select subject, wrapped from made
  union all
  select subject, wrapped from vault.keys where subject = any($1::text[])`;

const eraseSql = `
  insert into vault.keys (subject, wrapped, created, erased_at) values ($1, null, $2, $2)
  on conflict (subject) do update
    set wrapped = null, erased_at = coalesce(vault.keys.erased_at, excluded.erased_at)`;

/** Keys of the vault were wrapped by another master key. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'The master key does not fit the vault of this database. Give the one that it was made with (MASTER_KEY, ' +
        'MASTER_KEY_FILE or var/secrets/master.key).',
    );
  }
}

const unwrap = (wrapKey: KeyObject, subject: Subject, wrapped: Buffer): KeyObject => {
  try {
    return createSecretKey(decrypt(wrapKey, subject, wrapped));
  } catch {
    throw new WrongMasterKey();
  }
};

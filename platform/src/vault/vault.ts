import { randomBytes } from 'node:crypto';
import type { Subject } from '@visita/contracts/event';
import type { Pool } from 'pg';
import { createBatcher } from '../async/batcher.ts';
import type { Database } from '../postgres/connect.ts';
import type { Migrations } from '../postgres/migrate.ts';
import type { ErasureJournal } from './erasures.ts';
import { pseudonymsTable } from './pseudonyms.ts';
import { encrypt } from './cipher.ts';
import { createKeyCache, type NewKeys, type Row, type SubjectKey, type WrappedKeys } from './key-cache.ts';
import { currentVersionSql, keyVersionsTable } from './key-versions.ts';
import { viewingsTable } from './viewings.ts';
import { type KeySource, keysOf, type PurposeKeys } from './purpose-keys.ts';

/** Stores the encryption keys of personal data, apart from the events. Deleting a key erases the data for good. */
export type Vault = {
  /** Returns the keys of these subjects; creates missing ones. */
  keysFor(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, SubjectKey>>;
  /** Returns the existing keys of these subjects. */
  getKeys(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, SubjectKey>>;
  /** Deletes a subject's key, and prevents a new one. */
  erase(subject: Subject): Promise<void>;
};

type VaultOptions = {
  database: Pick<Database, 'pool'>;
  /** Key that wraps the stored keys. */
  wrapKey: KeySource;
  clock: () => Date;
  /** Records every erasure before it is done. */
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
  '0003-key-versions': keyVersionsTable,
  '0004-viewings': viewingsTable,
};

type CreateDeps = { pool: Pool; wrapping: PurposeKeys; clock: () => Date };

const select = async (pool: Pool, subjects: readonly Subject[]): Promise<Row[]> => {
  const text = 'select subject, wrapped, version from vault.keys where subject = any($1::text[])';
  return (await pool.query<Row>({ name: 'vault-get', text, values: [subjects] })).rows;
};

/** Batches concurrent reads of keys into one statement. */
const readMissing = (pool: Pool) =>
  createBatcher<readonly Subject[], readonly Row[]>({
    maximum: 256,
    flush: async (batch) => {
      const rows = await select(pool, [...new Set(batch.flat())]);
      return batch.map(() => rows);
    },
  });

/** Maximum number of subjects in a batched request: other requests would wait for larger ones. */
const fewSubjects = 8;

const wrap = ({ wrapping, clock }: Omit<CreateDeps, 'pool'>, subjects: readonly Subject[]): WrappedKeys => {
  const { version, key } = wrapping.current();
  const wrapped = subjects.map((subject) => encrypt(key, subject, randomBytes(32)));
  return { wrapped, version, created: clock() };
};

/** Creates keys with the current version; none if another version became active meanwhile. */
const create = async (deps: CreateDeps, subjects: readonly Subject[]): Promise<Map<Subject, Row>> => {
  const { wrapped, version, created } = wrap(deps, subjects);
  const values = [subjects, wrapped, created, version];
  const { rows } = await deps.pool.query<Row>({ name: 'vault-create', text: createSql, values });
  return new Map(rows.map((row) => [row.subject, row]));
};

/** Batches concurrent creations of keys into one statement. */
const createMissing = (deps: CreateDeps) =>
  createBatcher<readonly Subject[], ReadonlyMap<Subject, Row>>({
    maximum: 256,
    flush: async (batch) => {
      // Sorted, to prevent deadlocks between processes.
      const subjects = [...new Set(batch.flat())].toSorted();
      const found = await create(deps, subjects);
      const missing = () => subjects.filter((subject) => !found.has(subject));
      // Another process created the key after this statement began, so the key is not visible to
      // it.
      const seeAll = async () => {
        for (const row of await select(deps.pool, missing())) found.set(row.subject, row);
      };
      if (missing().length > 0) await seeAll();
      if (missing().length > 0) {
        await deps.wrapping.refresh();
        for (const [subject, row] of await create(deps, missing())) found.set(subject, row);
        await seeAll();
      }
      return batch.map(() => found);
    },
  });

/** Creates a vault in the PostgreSQL schema `vault`. */
export const createVault = ({
  database,
  wrapKey,
  clock,
  journal,
}: VaultOptions): Vault & { readonly newKeys: NewKeys } => {
  const wrapping = keysOf(wrapKey);
  const { pool } = database;
  const cache = createKeyCache(wrapping, clock);
  const creating = createMissing({ pool, wrapping, clock });
  const reading = readMissing(pool);

  return {
    keysFor: async (subjects) => {
      const { keys, missing } = cache.read(subjects);
      if (missing.length === 0) return keys;
      const rows = await creating.add(missing);
      await cache.remember(
        missing.flatMap((subject) => rows.get(subject) ?? []),
        keys,
      );
      return withErased(missing, keys);
    },
    getKeys: async (subjects) => {
      const { keys, missing } = cache.read(subjects);
      if (missing.length === 0) return keys;
      const rows =
        missing.length > fewSubjects
          ? await select(pool, missing)
          : (await reading.add(missing)).filter(({ subject }) => missing.includes(subject));
      await cache.remember(rows, keys);
      return withErased(
        rows.map(({ subject }) => subject),
        keys,
      );
    },
    erase: async (subject) => {
      await journal?.note(subject);
      await pool.query(eraseSql, [subject, clock()]);
      cache.erase(subject);
    },
    newKeys: {
      wrap: (subjects) => wrap({ wrapping, clock }, subjects),
      remember: (rows) => cache.remember(rows, new Map()),
    },
  };
};

/** Adds null for subjects without key: they were erased meanwhile. */
const withErased = (
  subjects: readonly Subject[],
  keys: Map<Subject, SubjectKey>,
): Map<Subject, SubjectKey> => {
  for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, null);
  return keys;
};

const createSql = `
  with made as (
    insert into vault.keys (subject, wrapped, created, version)
    select subject, wrapped, $3, $4::integer from unnest($1::text[], $2::bytea[]) as given (subject, wrapped)
    where $4 = ${currentVersionSql}
    on conflict (subject) do nothing
    returning subject, wrapped, version
  )
  select subject, wrapped, version from made
  union all
  select subject, wrapped, version from vault.keys where subject = any($1::text[])`;

const eraseSql = `
  insert into vault.keys (subject, wrapped, created, erased_at) values ($1, null, $2, $2)
  on conflict (subject) do update
    set wrapped = null, erased_at = coalesce(vault.keys.erased_at, excluded.erased_at)`;

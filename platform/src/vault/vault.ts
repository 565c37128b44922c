import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Subject } from '@visita/contracts/event';
import type { Pool } from 'pg';
import { createBatcher } from '../core/batcher.ts';
import type { Database } from '../postgres/connect.ts';
import type { Migrations } from '../postgres/migrate.ts';
import type { ErasureJournal } from './erasures.ts';
import { pseudonymsTable } from './pseudonyms.ts';
import { encrypt } from './cipher.ts';
import { createKeyCache, type Row, type SubjectKey } from './key-cache.ts';

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
  /** Hears of every erasure before it is done. */
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

type CreateDeps = { pool: Pool; wrapKey: KeyObject; clock: () => Date };

const select = async (pool: Pool, subjects: readonly Subject[]): Promise<Row[]> => {
  const text = 'select subject, wrapped from vault.keys where subject = any($1::text[])';
  return (await pool.query<Row>({ name: 'vault-get', text, values: [subjects] })).rows;
};

/** Makes the keys that several callers lack at the same moment in one statement. */
const createMissing = ({ pool, wrapKey, clock }: CreateDeps) =>
  createBatcher<readonly Subject[], ReadonlyMap<Subject, Row>>({
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
      if (unseen.length > 0) for (const row of await select(pool, unseen)) found.set(row.subject, row);
      return batch.map(() => found);
    },
  });

/** A vault in the PostgreSQL schema `vault`. */
export const createVault = ({ database, wrapKey: wrapBytes, clock, journal }: VaultOptions): Vault => {
  const wrapKey = createSecretKey(wrapBytes);
  const { pool } = database;
  const cache = createKeyCache(wrapKey, clock);
  const creating = createMissing({ pool, wrapKey, clock });

  return {
    keysFor: async (subjects) => {
      const { keys, missing } = cache.read(subjects);
      if (missing.length === 0) return keys;
      const rows = await creating.add(missing);
      cache.remember(
        missing.flatMap((subject) => rows.get(subject) ?? []),
        keys,
      );
      return withErased(missing, keys);
    },
    getKeys: async (subjects) => {
      const { keys, missing } = cache.read(subjects);
      if (missing.length === 0) return keys;
      const rows = await select(pool, missing);
      cache.remember(rows, keys);
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

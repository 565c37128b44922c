import { LRUCache } from 'lru-cache';
import type { Database } from '../postgres/connect.ts';
import type { Migration } from '../postgres/migrate.ts';
import { createBatcher } from '../async/batcher.ts';
import type { KeyedHash } from './hash.ts';

/**
 * A personal value that identifies a person within a scope: email or phone of a pro's patient, or name and date of
 * birth of a dependant.
 */
export type PersonalValue = {
  readonly kind: 'patient' | 'phone' | 'dependant';
  /** The pro's id. */
  readonly scope: string;
  readonly value: string;
};

/**
 * Random ids for personal values. A value keeps its id until it is forgotten, and gets another one after that: unlike
 * a hash, the id of a forgotten value cannot be recomputed, not even with all keys.
 */
export type Pseudonyms = {
  /** Returns the id of a value; creates one if there is none. */
  idOf(value: PersonalValue): Promise<string>;
  /** Returns the id of a value; null if there is none. */
  find(value: PersonalValue): Promise<string | null>;
  /** Returns the cached id of a value without reading; null if not cached. */
  guess(value: PersonalValue): string | null;
  /** Assigns a value to an id unless it has one; returns the value's id. */
  lead(value: PersonalValue, id: string): Promise<string>;
  forget(value: PersonalValue): Promise<void>;
  /** Forgets all values of an id. */
  forgetId(id: string): Promise<void>;
};

type PseudonymsOptions = {
  database: Pick<Database, 'pool'>;
  hash: Pick<KeyedHash, 'keyed'>;
  newId: () => string;
};

/** Migration: the table of {@link createPseudonyms}, for schema `vault`. */
export const pseudonymsTable: Migration = {
  up: (knex) =>
    knex.schema.createTable('pseudonyms', (table) => {
      table.text('lookup').primary();
      table.uuid('id').notNullable().index();
    }),
};

type Row = { lookup: string; id: string };

const lookupBy =
  (hash: Pick<KeyedHash, 'keyed'>) =>
  ({ kind, scope, value }: PersonalValue): string =>
    hash.keyed(`pseudonym-${kind}`, `${scope} ${value}`);

const selectFrom =
  ({ pool }: Pick<Database, 'pool'>) =>
  async (lookups: readonly string[]): Promise<Row[]> => {
    const text = 'select lookup, id from vault.pseudonyms where lookup = any($1::text[])';
    return (await pool.query<Row>({ name: 'pseudonyms-get', text, values: [lookups] })).rows;
  };

/** Most cached ids, and ms for which they are cached. */
const [guessed, guessedFor] = [20_000, 600_000];
/** Pros per chunk; between chunks other work can run. */
const scopesAtOnce = 2_000;

/** Returns the ids of a value among the patients of all pros, with their pros. */
export const findInAllScopes = async (
  { database, hash }: Pick<PseudonymsOptions, 'database' | 'hash'>,
  { kind, value }: Omit<PersonalValue, 'scope'>,
): Promise<readonly { readonly id: string; readonly scope: string }[]> => {
  const [lookupOf, select] = [lookupBy(hash), selectFrom(database)];
  const { rows } = await database.pool.query<{ scope: string }>(
    "select substr(subject, 5) as scope from vault.keys where subject like 'pro-%' and wrapped is not null order by 1",
  );
  const found: { id: string; scope: string }[] = [];
  for (let from = 0; from < rows.length; from += scopesAtOnce) {
    const scopes = rows.slice(from, from + scopesAtOnce).map(({ scope }) => scope);
    const scopeOf = new Map(scopes.map((scope) => [lookupOf({ kind, scope, value }), scope]));
    for (const { lookup, id } of await select([...scopeOf.keys()]))
      found.push({ id, scope: scopeOf.get(lookup)! });
  }
  return found;
};

/** Creates pseudonyms in the PostgreSQL schema `vault`, stored by keyed hash of the value. */
export const createPseudonyms = ({ database, hash, newId }: PseudonymsOptions): Pseudonyms => {
  const { pool } = database;
  const [lookupOf, select] = [lookupBy(hash), selectFrom(database)];

  const seen = new LRUCache<string, string>({ max: guessed, ttl: guessedFor });
  const see = (lookup: string, id: string | null): string | null => {
    if (id === null) seen.delete(lookup);
    else seen.set(lookup, id);
    return id;
  };

  const finding = createBatcher<string, string | null>({
    maximum: 256,
    flush: async (batch) => {
      const ids = new Map((await select([...new Set(batch)])).map((row) => [row.lookup, row.id]));
      return batch.map((lookup) => see(lookup, ids.get(lookup) ?? null));
    },
  });

  const creating = createBatcher<string, string>({
    maximum: 256,
    flush: async (batch) => {
      // Sorted, to prevent deadlocks between processes.
      const lookups = [...new Set(batch)].toSorted();
      const values = [lookups, lookups.map(() => newId())];
      const { rows } = await pool.query<Row>({ name: 'pseudonyms-create', text: createSql, values });
      const ids = new Map(rows.map((row) => [row.lookup, row.id]));
      // Created by another process after this statement began, so not visible to it.
      const unseen = lookups.filter((lookup) => !ids.has(lookup));
      if (unseen.length > 0) for (const row of await select(unseen)) ids.set(row.lookup, row.id);
      return batch.map((lookup) => {
        const id = ids.get(lookup);
        if (id === undefined) throw new Error('a pseudonym was forgotten while it was made');
        see(lookup, id);
        return id;
      });
    },
  });

  return {
    idOf: (value) => creating.add(lookupOf(value)),
    find: (value) => finding.add(lookupOf(value)),
    guess: (value) => seen.get(lookupOf(value)) ?? null,
    lead: async (value, id) => {
      const { rows } = await pool.query<Row>(createSql, [[lookupOf(value)], [id]]);
      return rows[0]?.id ?? (await select([lookupOf(value)]))[0]?.id ?? id;
    },
    forget: async (value) => {
      await pool.query('delete from vault.pseudonyms where lookup = $1', [lookupOf(value)]);
      seen.delete(lookupOf(value));
    },
    forgetId: async (id) => {
      await pool.query('delete from vault.pseudonyms where id = $1', [id]);
      for (const [lookup, known] of seen.entries()) if (known === id) seen.delete(lookup);
    },
  };
};

const createSql = `
  with made as (
    insert into vault.pseudonyms (lookup, id)
    select lookup, id from unnest($1::text[], $2::uuid[]) as given (lookup, id)
    on conflict (lookup) do nothing
    returning lookup, id
  )
  select lookup, id from made
  union all
  select lookup, id from vault.pseudonyms where lookup = any($1::text[])`;

import type { Subject } from '@visita/contracts/event';
import { LRUCache } from 'lru-cache';
import type { Database } from '../postgres/connect.ts';
import type { Migration } from '../postgres/migrate.ts';
import { createBatcher } from '../async/batcher.ts';
import type { KeyedHash } from './hash.ts';
import type { NewKeys, Row as KeyRow } from './key-cache.ts';
import { currentVersionSql } from './key-versions.ts';

/**
 * A personal value that identifies a person within a scope: email or phone of a pro's patient, or name and date of
 * birth of a dependant.
 */
export type PersonalValue = {
  readonly kind: 'patient' | 'phone' | 'dependant';
  /** Id of the pro. */
  readonly scope: string;
  readonly value: string;
};

/**
 * Random ids for personal values. A value keeps its id until it is forgotten, and gets another one after that: unlike
 * a hash, the id of a forgotten value cannot be recomputed, not even with all keys.
 */
export type Pseudonyms = {
  /** Returns the id of a value; creates one if there is none, for a person together with their encryption key. */
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
  /** Creates the keys of new people. */
  keys: NewKeys;
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
type MadeRow = Row & Partial<KeyRow>;

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

/** Maximum number of cached ids, and milliseconds for which they are cached. */
const [guessed, guessedFor] = [20_000, 600_000];
/** Number of pros per chunk; between chunks other work can run. */
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

type Making = Pick<PseudonymsOptions, 'newId' | 'keys'>;

/** Returns the values of {@link createSql}: an id for each lookup, and a key for each person. */
const valuesOf = (
  asked: readonly (readonly [lookup: string, kind: PersonalValue['kind']])[],
  { newId, keys }: Making,
): unknown[] => {
  const rows = asked.map(([lookup, kind]) => {
    const id = newId();
    // A phone does not identify a person, so it has no key.
    const subject: Subject | null = kind === 'phone' ? null : `patient-${id}`;
    return { lookup, id, subject };
  });
  const subjects = rows.flatMap(({ subject }) => subject ?? []);
  const { wrapped, version, created } = keys.wrap(subjects);
  const keyOf = new Map(subjects.map((subject, nth) => [subject, wrapped[nth]!]));
  return [
    rows.map(({ lookup }) => lookup),
    rows.map(({ id }) => id),
    rows.map(({ subject }) => subject),
    rows.map(({ subject }) => (subject ? keyOf.get(subject) : null)),
    created,
    version,
  ];
};

/** Creates pseudonyms in the PostgreSQL schema `vault`, stored by keyed hash of the value. */
export const createPseudonyms = ({ database, hash, newId, keys }: PseudonymsOptions): Pseudonyms => {
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

  const creating = createBatcher<PersonalValue, string>({
    maximum: 256,
    flush: async (batch) => {
      // Sorted, to prevent deadlocks between processes.
      const kinds = new Map(batch.map((value) => [lookupOf(value), value.kind]));
      const asked = [...kinds].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const values = valuesOf(asked, { newId, keys });
      const { rows } = await pool.query<MadeRow>({ name: 'pseudonyms-create', text: createSql, values });
      await keys.remember(rows.filter((row) => row.subject) as KeyRow[]);
      const ids = new Map(rows.map((row) => [row.lookup, row.id]));
      // Another process created the key after this statement began, so the key is not visible to
      // it.
      const unseen = asked.flatMap(([lookup]) => (ids.has(lookup) ? [] : [lookup]));
      if (unseen.length > 0) for (const row of await select(unseen)) ids.set(row.lookup, row.id);
      return batch.map((value) => {
        const lookup = lookupOf(value);
        const id = ids.get(lookup);
        if (id === undefined) throw new Error('a pseudonym was forgotten while it was made');
        see(lookup, id);
        return id;
      });
    },
  });

  return {
    idOf: (value) => creating.add(value),
    find: (value) => finding.add(lookupOf(value)),
    guess: (value) => seen.get(lookupOf(value)) ?? null,
    lead: async (value, id) => {
      const { rows } = await pool.query<Row>(createSql, [
        [lookupOf(value)],
        [id],
        [null],
        [null],
        null,
        null,
      ]);
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
  with given as (
    select * from unnest($1::text[], $2::uuid[], $3::text[], $4::bytea[]) as given (lookup, id, subject, wrapped)
  ), made as (
    insert into vault.pseudonyms (lookup, id)
    select lookup, id from given
    on conflict (lookup) do nothing
    returning lookup, id
  ), keyed as (
    insert into vault.keys (subject, wrapped, created, version)
    select subject, wrapped, $5::timestamptz, $6::integer from given join made using (lookup)
    where subject is not null and $6 = ${currentVersionSql}
    on conflict (subject) do nothing
    returning subject, wrapped, version
  )
  select made.lookup, made.id, keyed.subject, keyed.wrapped, keyed.version
  from made join given using (lookup) left join keyed on keyed.subject = given.subject
  union all
  select lookup, id, null, null, null from vault.pseudonyms where lookup = any($1::text[])`;

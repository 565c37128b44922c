import type { ClientBase } from 'pg';
import { copyIn } from './copy.ts';
import type { TableChanges } from './rows.ts';
import { createKeyFilter, type KeyFilter } from './key-filter.ts';
import { copyOf, copyText, deletion, type Statement, statementsOf } from './statements.ts';
import type { Table } from './table.ts';

/** Number of whole rows from which COPY is faster. */
const manyRows = 500;

const isMany = ({ puts }: TableChanges): boolean => puts.length >= manyRows;

type Row = TableChanges['puts'][number];

/** Changes of a table; with many whole rows, also their COPY text and keys. */
export type Prepared = TableChanges & {
  readonly copied: { readonly rows: string; readonly keys: readonly Row[] } | null;
};

const keyOf = ({ key }: Table, row: Row): Row =>
  Object.fromEntries(key.map((name) => [name, row[name] ?? null]));

/**
 * Formats the rows for COPY. This is most of the CPU work of writing, and it can be done in another
 * thread.
 */
export const prepare = (changes: readonly TableChanges[]): Prepared[] =>
  changes.map((change) => {
    const { table, puts } = change;
    if (!isMany(change)) return { ...change, copied: null };
    const keys = puts.map((row) => keyOf(table, row));
    return { ...change, puts: [], copied: { rows: copyText(table, puts), keys } };
  });

const copy = async (
  client: ClientBase,
  schema: string,
  { table, rows, there }: { table: Table; rows: string; there: readonly Row[] },
): Promise<void> => {
  if (there.length > 0) {
    const { text, values } = deletion(schema, table, there);
    await client.query(text, values);
  }
  await client.query(copyIn(copyOf(schema, table), rows)).done;
};

const writeRest = async (client: ClientBase, schema: string, changes: TableChanges): Promise<void> => {
  for (const { text, values } of statementsOf(schema, changes)) await client.query(text, values);
};

/**
 * Writes consecutive batches into tables that were empty before the first: rows that cannot exist yet are copied
 * without a deletion.
 */
export const createFirstWrites = () => {
  const filters = new Map<string, KeyFilter>();
  const known = ({ name, key }: Table, rows: readonly Row[]): readonly Row[] => {
    const filter = filters.get(name) ?? createKeyFilter();
    filters.set(name, filter);
    return rows.filter((row) => filter.see(key.map((column) => row[column]).join('|')));
  };
  return async (client: ClientBase, schema: string, changes: readonly Prepared[]): Promise<void> => {
    for (const { copied, ...rest } of changes) {
      const { table, puts } = rest;
      const there = known(table, copied?.keys ?? puts);
      if (copied) await copy(client, schema, { table, rows: copied.rows, there });
      await writeRest(client, schema, rest);
    }
  };
};

/** Writes a batch's row changes into the tables of a schema, within the client's transaction. */
export const writeChanges = async (
  client: ClientBase,
  schema: string,
  changes: readonly TableChanges[],
): Promise<void> => {
  for (const { copied, ...rest } of prepare(changes)) {
    if (copied) await copy(client, schema, { table: rest.table, rows: copied.rows, there: copied.keys });
    await writeRest(client, schema, rest);
  }
};

/**
 * Returns a batch's row changes as parts of one statement, in any order, with parameters after `first` others; null
 * if there are so many that COPY is faster. No two parts change the same row.
 */
export const partsOf = (
  schema: string,
  changes: readonly TableChanges[],
  first: number,
): Statement[] | null => {
  if (changes.some(isMany)) return null;
  let taken = first;
  return changes
    .flatMap((table) => statementsOf(schema, table))
    .map(({ text, values }) => {
      const shift = taken;
      taken += values.length;
      return { text: text.replaceAll(/\$(\d+)::/g, (_, number) => `$${Number(number) + shift}::`), values };
    });
};

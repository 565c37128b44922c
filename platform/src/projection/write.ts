import type { ClientBase } from 'pg';
import { copyIn } from './copy.ts';
import type { TableChanges } from './rows.ts';
import { replacementOf, type Statement, statementsOf } from './statements.ts';

/** From so many whole rows on, copying pays. */
const manyRows = 500;

const isMany = ({ puts }: TableChanges): boolean => puts.length >= manyRows;

/** Writes a batch's row changes into the tables of a schema, inside the transaction that the client is in. */
export const writeChanges = async (
  client: ClientBase,
  schema: string,
  changes: readonly TableChanges[],
): Promise<void> => {
  for (const table of changes) {
    const many = isMany(table);
    if (many) await replace(client, schema, table);
    const rest = many ? { ...table, puts: [] } : table;
    for (const { text, values } of statementsOf(schema, rest)) await client.query(text, values);
  }
};

/**
 * A batch's row changes as parts of one statement, in any order, after `first` other values; null where some are so many
 * that copying them pays. No two of them touch the same row.
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

const replace = async (client: ClientBase, schema: string, { table, puts }: TableChanges): Promise<void> => {
  const { remove, copy, rows } = replacementOf(schema, table, puts);
  await client.query(remove.text, remove.values);
  await client.query(copyIn(copy, rows)).done;
};

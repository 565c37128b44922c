import type { ClientBase } from 'pg';
import { copyIn } from './copy.ts';
import type { TableChanges } from './rows.ts';
import { replacementOf, statementsOf } from './statements.ts';

/** From so many whole rows on, copying pays. */
const manyRows = 500;

/** Writes a batch's row changes into the tables of a schema, inside the transaction that the client is in. */
export const writeChanges = async (
  client: ClientBase,
  schema: string,
  changes: readonly TableChanges[],
): Promise<void> => {
  for (const table of changes) {
    const many = table.puts.length >= manyRows;
    if (many) await replace(client, schema, table);
    const rest = many ? { ...table, puts: [] } : table;
    for (const { text, values } of statementsOf(schema, rest)) await client.query(text, values);
  }
};

const replace = async (client: ClientBase, schema: string, { table, puts }: TableChanges): Promise<void> => {
  const { remove, copy, rows } = replacementOf(schema, table, puts);
  await client.query(remove.text, remove.values);
  await client.query(copyIn(copy, rows)).done;
};

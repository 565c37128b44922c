import type { ClientBase } from 'pg';
import type { TableChanges } from './rows.ts';
import { statementsOf } from './statements.ts';

/** Writes a batch's row changes into the tables of a schema, inside the transaction that the client is in. */
export const writeChanges = async (
  client: Pick<ClientBase, 'query'>,
  schema: string,
  changes: readonly TableChanges[],
): Promise<void> => {
  for (const table of changes) {
    for (const { text, values } of statementsOf(schema, table)) await client.query(text, values);
  }
};

import { escapeIdentifier, type PoolClient } from 'pg';

/** What a backup takes of one schema. */
export type SchemaPlan = {
  readonly schema: string;
  /** Names of the steps of its history, as this release knows them. */
  readonly migrations: readonly string[];
  /** Tables that cannot be made again. */
  readonly kept: readonly string[];
  /** Of those kept: tables whose column `position` is one of the event store; a restore brings it along. */
  readonly positions?: readonly string[];
  /** Tables that are made again, or are worth nothing later, by name, and why; a text where that is all others. */
  readonly leftOut: Readonly<Record<string, string>> | string;
};

/** Returns the name of the file with a table's rows. */
export const copyNameOf = (table: string): string => `${table}.copy`;

/** A table as `<schema>.<name>`. */
export const keptTables = (plans: readonly SchemaPlan[]): readonly string[] =>
  plans.flatMap(({ schema, kept }) => kept.map((table) => `${schema}.${table}`));

/** Tables of these schemas that nobody has decided on. */
export const undecided = (plans: readonly SchemaPlan[], tables: readonly string[]): readonly string[] =>
  tables.filter((name) => {
    const [schema, table = ''] = name.split('.');
    const plan = plans.find((one) => one.schema === schema);
    if (!plan || typeof plan.leftOut === 'string' || table.startsWith('migrations')) return false;
    return !plan.kept.includes(table) && !Object.hasOwn(plan.leftOut, table);
  });

/** Returns a table's name, `<schema>.<name>`, quoted for a statement. */
export const quotedTable = (table: string): string => table.split('.').map(escapeIdentifier).join('.');

/** Reads the columns of a table, in their order. */
export const columnsOf = async (client: PoolClient, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      order by attnum`,
    [quotedTable(table)],
  );
  return rows.map(({ name }) => name);
};

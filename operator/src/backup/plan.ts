import { escapeIdentifier, type PoolClient } from 'pg';

/** Tables of one schema in a backup. */
export type SchemaPlan = {
  readonly schema: string;
  /** Names of this release's migrations. */
  readonly migrations: readonly string[];
  /** Tables that cannot be rebuilt. */
  readonly kept: readonly string[];
  /** Kept tables whose column `position` is one of the event store; a restore translates it. */
  readonly positions?: readonly string[];
  /** Tables that can be rebuilt or become worthless, by name with the reason; one text for all others. */
  readonly leftOut: Readonly<Record<string, string>> | string;
};

export const copyNameOf = (table: string): string => `${table}.copy`;

/** Lists kept tables as `<schema>.<name>`. */
export const keptTables = (plans: readonly SchemaPlan[]): readonly string[] =>
  plans.flatMap(({ schema, kept }) => kept.map((table) => `${schema}.${table}`));

/** Lists tables of these schemas that the plans do not mention. */
export const undecided = (plans: readonly SchemaPlan[], tables: readonly string[]): readonly string[] =>
  tables.filter((name) => {
    const [schema, table = ''] = name.split('.');
    const plan = plans.find((one) => one.schema === schema);
    if (!plan || typeof plan.leftOut === 'string' || table.startsWith('migrations')) return false;
    return !plan.kept.includes(table) && !Object.hasOwn(plan.leftOut, table);
  });

/** Returns a table's name, `<schema>.<name>`, quoted for a statement. */
export const quotedTable = (table: string): string => table.split('.').map(escapeIdentifier).join('.');

export const columnsOf = async (client: PoolClient, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      order by attnum`,
    [quotedTable(table)],
  );
  return rows.map(({ name }) => name);
};

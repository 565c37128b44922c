import type { ClientBase, Pool } from 'pg';
import { among, defineTable, isNullable, type Table, typeOf } from '@visita/platform/projection/table';
import { followBookings } from './overview/kept.ts';
import { tables } from './tables.ts';

/** Position of each projection in a schema, and the version of its rows. */
const checkpoints = defineTable('checkpoints', ['projection'], {
  projection: 'text',
  version: 'integer',
  position: 'text',
});

const all: readonly Table[] = [checkpoints, ...tables];

/**
 * Creates a schema of read models with its tables and indexes; safe to call from several processes at once.
 * An existing schema keeps its tables, from whatever release, and gets missing indexes if they fit.
 */
export const createReadModels = async ({ pool }: { readonly pool: Pool }, schema: string): Promise<void> => {
  const client = await pool.connect();
  try {
    // Waiting for another process is no reason for a timeout.
    await client.query('begin; set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`visita.create.${schema}`]);
    const there = await columnsOf(client, schema);
    if (there.size === 0) await createTables(client, schema);
    if (there.size === 0 || fits(there, all)) await createIndexes(client, schema);
    if (there.size === 0) await followBookings(client, schema);
    await client.query('commit');
    client.release();
  } catch (error) {
    // The connection is closed, which ends the transaction in any state.
    client.release(true);
    throw error;
  }
};

/** Creates an empty schema's tables without indexes: building them once, after filling, is cheaper. */
export const createTables = async (client: ClientBase, schema: string): Promise<void> => {
  await client.query(`create schema if not exists ${schema}`);
  for (const table of all) await client.query(creationOf(schema, table));
};

export const createIndexes = async (client: ClientBase, schema: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    'select indexname as name from pg_indexes where schemaname = $1',
    [schema],
  );
  const there = new Set(rows.map(({ name }) => name));
  for (const { name: table, indexes } of all) {
    for (const [name, index] of Object.entries(indexes)) {
      if (!there.has(name))
        await client.query(`create index ${name} on ${schema}.${table} ${indexed(index)}`);
    }
  }
};

const indexed = (index: Table['indexes'][string]): string => {
  if (!('columns' in index)) return `(${index.join(', ')})`;
  const { columns, include, where } = index;
  const some = where ? ` where ${among(where.column, where.among)}` : '';
  return `(${columns.join(', ')}) include (${include.join(', ')})${some}`;
};

/** Runs ANALYZE, which PostgreSQL would do only a minute later; until then its plans would be guesses. */
export const analyze = async (client: ClientBase, schema: string): Promise<void> => {
  await client.query(`analyze ${all.map(({ name }) => `${schema}.${name}`).join(', ')}`);
};

/** Tells whether a schema's tables match their declarations; another release may have created them. */
export const areAsDeclared = async (
  client: Pick<ClientBase, 'query'>,
  schema: string,
  declared: readonly Table[],
): Promise<boolean> => fits(await columnsOf(client, schema), declared);

const creationOf = (schema: string, { name, columns, key }: Table): string => {
  const lines = Object.entries(columns).map(
    ([column, as]) => `"${column}" ${typeOf(as)}${isNullable(as) ? '' : ' not null'}`,
  );
  return `create table ${schema}.${name} (${lines.join(', ')}, primary key (${key.join(', ')}))`;
};

type Shapes = ReadonlyMap<string, ReadonlySet<string>>;

type ColumnShape = { column: string; type: string; nullable: boolean; key: boolean };

const shapeOf = ({ column, type, nullable, key }: ColumnShape): string =>
  `${column} ${type}${nullable ? '?' : ''}${key ? ' key' : ''}`;

const columnsOf = async (client: Pick<ClientBase, 'query'>, schema: string): Promise<Shapes> => {
  const { rows } = await client.query<ColumnShape & { table: string }>(
    `select c.relname as table, a.attname as column, not a.attnotnull as nullable,
        case t.typname when 'int4' then 'integer' when 'bool' then 'boolean' else t.typname end as type,
        coalesce(a.attnum = any(i.indkey), false) as key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where n.nspname = $1 and c.relkind = 'r'`,
    [schema],
  );
  const shapes = new Map<string, Set<string>>();
  for (const { table, ...column } of rows) {
    const shape = shapes.get(table) ?? new Set();
    shapes.set(table, shape.add(shapeOf(column)));
  }
  return shapes;
};

const fits = (there: Shapes, declared: readonly Table[]): boolean =>
  declared.every(({ name, columns, key }) => {
    const found = there.get(name);
    const shapes = Object.entries(columns).map(([column, as]) =>
      shapeOf({ column, type: typeOf(as), nullable: isNullable(as), key: key.includes(column) }),
    );
    return found?.size === shapes.length && shapes.every((shape) => found.has(shape));
  });

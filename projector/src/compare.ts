import type { PoolClient } from 'pg';
import type { Database } from '@visita/platform/postgres/connect';
import { beginning } from '@visita/platform/event-store/port';
import type { Projection } from '@visita/platform/projection/projection';
import type { Table } from '@visita/platform/projection/table';
import { createTables } from '@visita/read-model/schema';
import { initializeCheckpoints, readCheckpoint, type Target } from './checkpoints.ts';
import { complete } from './complete.ts';
import { fill, type FillOptions, type Filled } from './fill.ts';
import { projections as allProjections } from './projections.ts';
import { NotPossible } from './rebuild.ts';
import { alone, drop, exists, comparison, live } from './schemas.ts';

/** A row that differs after a replay: its key, never its values. */
export type RowDifference = {
  readonly table: string;
  readonly key: Readonly<Record<string, string>>;
  /** Missing from the live rows, not in the replay, or different in some columns. */
  readonly kind: 'missing' | 'superfluous' | 'different';
  /** Names of the columns that differ. */
  readonly columns: readonly string[];
};

export type Comparison = {
  readonly position: string;
  readonly events: number;
  readonly rows: number;
  readonly differing: number;
  /** The first differences of each table. */
  readonly differences: readonly RowDifference[];
};

export type CompareOptions = Pick<FillOptions, 'store' | 'onProgress'> & {
  database: Pick<Database, 'pool'>;
  projections?: readonly Projection[];
};

const shown = 20;

/**
 * Replays all events into a second schema and compares it with the live read models at the same position.
 * Pauses the live projector only while the last events are replayed; never blocks readers.
 */
export const compareWithReplay = (options: CompareOptions): Promise<Comparison> => {
  const { database, projections = allProjections } = options;
  const { pool } = database;
  return alone(pool, async (client) => {
    if (!(await exists(client, live)))
      throw new NotPossible('There are no read models yet: start the product.');
    const target: Target = { pool, schema: comparison, projections };
    await drop(client, comparison);
    try {
      await createTables(client, comparison);
      await initializeCheckpoints(target);
      const filled = await fill(
        target,
        { position: beginning, events: 0 },
        {
          ...options,
          until: await positionOf(target),
        },
      );
      await complete(client, target);
      const snapshot = await pool.connect();
      try {
        const { position, events } = await level(snapshot, { target, filled }, options);
        const tables = projections.flatMap((projection) => projection.tables);
        return { position, events, ...(await compareTables(snapshot, tables)) };
      } finally {
        snapshot.release(true);
      }
    } finally {
      await drop(client, comparison);
    }
  });
};

const positionOf = async (target: Target): Promise<string> => {
  const position = await readCheckpoint({ ...target, schema: live });
  if (position !== null) return position;
  throw new NotPossible(
    'The read models in use are of another version than this release: start it, or rebuild.',
  );
};

/** Brings the replay to the live position and lets `snapshot` see both schemas at that position. */
const level = async (
  snapshot: PoolClient,
  { target, filled }: { target: Target; filled: Filled },
  options: CompareOptions,
): Promise<Filled> => {
  const holding = await target.pool.connect();
  try {
    await holding.query('begin');
    await holding.query(`lock table ${live}.checkpoints in exclusive mode`);
    const until = await positionOf(target);
    const reached = await fill(target, filled, { ...options, until });
    await snapshot.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    await snapshot.query('begin isolation level repeatable read read only; select 1 from read.checkpoints');
    return reached;
  } finally {
    holding.release(true);
  }
};

type Difference = {
  key: Record<string, string>;
  total: number;
  kind: RowDifference['kind'];
  columns: string[] | null;
};

const compareTables = async (
  client: PoolClient,
  tables: readonly Table[],
): Promise<Pick<Comparison, 'rows' | 'differing' | 'differences'>> => {
  let rows = 0;
  let differing = 0;
  const differences: RowDifference[] = [];
  for (const table of tables) {
    const counted = await client.query<{ count: number }>(
      `select count(*)::int as count from ${live}.${table.name}`,
    );
    rows += counted.rows[0]?.count ?? 0;
    const found = await client.query<Difference>(differencesOf(table));
    differing += found.rows[0]?.total ?? 0;
    for (const { key, kind, columns } of found.rows) {
      differences.push({ table: table.name, key, kind, columns: columns ?? [] });
    }
  }
  return { rows, differing, differences };
};

/** Compares whole rows, then columns of the rows that differ. */
const differencesOf = ({ name, key }: Table): string => `
  select ${keyOf(key)} as key, count(*) over ()::int as total,
    case when a.${key[0]} is null then 'missing' when b.${key[0]} is null then 'superfluous' else 'different' end as kind,
    case when a.${key[0]} is not null and b.${key[0]} is not null then (
      select array_agg(x.key order by x.key) from jsonb_each(to_jsonb(a)) x join jsonb_each(to_jsonb(b)) y
        on x.key = y.key where x.value is distinct from y.value) end as columns
  from ${live}.${name} a full join ${comparison}.${name} b
    on ${key.map((column) => `a.${column} = b.${column}`).join(' and ')}
  where (a.*) is distinct from (b.*)
  order by ${key.map((column) => `coalesce(a.${column}, b.${column})`).join(', ')}
  limit ${shown}`;

const keyOf = (key: readonly string[]): string =>
  `jsonb_build_object(${key.map((column) => `'${column}', coalesce(a.${column}, b.${column})::text`).join(', ')})`;

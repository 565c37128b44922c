import type { PoolClient } from 'pg';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { beginning } from '@visita/platform/event-store/port';
import type { Projection } from '@visita/platform/projection/projection';
import { prepare } from '@visita/platform/projection/write';
import {
  analyze,
  areAsDeclared,
  createIndexes,
  createReadModels,
  createTables,
} from '@visita/read-model/schema';
import {
  type Batch,
  createUnseenWrites,
  initializeCheckpoints,
  type PreparedBatch,
  readCheckpoint,
  type Target,
} from './checkpoints.ts';
import { complete } from './complete.ts';
import { fill, type FillOptions, type Filled, type FillProgress } from './fill.ts';
import { isLongEnough, fillInLanes, type Lanes } from './lanes/lanes.ts';
import { projections as allProjections } from './projections.ts';
import { alone, drop, exists, previous, live, next, swapIn } from './schemas.ts';

export type RebuildProgress = FillProgress;

export type RebuildOptions = Pick<FillOptions, 'store' | 'onProgress'> & {
  database: Pick<Database, 'pool'>;
  log: Log;
  projections?: readonly Projection[];
  /** Lets threads read the events from PostgreSQL in parallel. Without it, one thread reads them. */
  lanes?: Lanes;
  /** Names of the projections to replay; all by default. The rows of the others are copied. */
  only?: readonly string[];
};

/** The requested operation on the read models is not possible. The message says why and what is possible. */
export class NotPossible extends Error {}

/**
 * Fills new read models beside the live ones from the first event and swaps them in at once: readers see the
 * old rows until they see the new ones. Announces nothing; the live projector may go on meanwhile. Keeps the
 * replaced ones until the next rebuild. Returns the number of events read. A second rebuild waits for the
 * first.
 */
export const rebuild = (options: RebuildOptions): Promise<number> => {
  const { database, log, projections = allProjections, only } = options;
  const { pool } = database;
  return alone(pool, async (client) => {
    await createReadModels(database, live);
    const chosen = only === undefined ? projections : projections.filter(({ name }) => only.includes(name));
    const target: Target = { pool, schema: next, projections };
    const targets = { all: target, chosen: { ...target, projections: chosen } };
    // One transaction from creating the tables on: no other session sees them, and a failed rebuild leaves
    // nothing.
    await client.query('begin isolation level repeatable read');
    await drop(client, next);
    await createTables(client, next);
    const filled = await fillChosen(client, targets, options);
    await complete(client, target);
    await analyze(client, next);
    await client.query('commit');
    const caughtUp = await fill(target, filled, options);
    const swapped = await swapIn(client, target, () => fill(target, caughtUp, options));
    log.info({ events: swapped.events }, 'the read models were rebuilt');
    return swapped.events;
  });
};

/**
 * Swaps back the read models in use before the last rebuild or rollback, after catching up from their own
 * checkpoint. Returns the number of events read for that. Throws {@link NotPossible} if this release has none
 * it can use.
 */
export const rollBack = (options: Omit<RebuildOptions, 'only'>): Promise<number> => {
  const { database, log, projections = allProjections } = options;
  const { pool } = database;
  return alone(pool, async (client) => {
    if (!(await exists(client, previous))) {
      throw new NotPossible('No previous read models are kept: there is nothing to roll back to.');
    }
    await drop(client, next);
    const target: Target = { pool, schema: previous, projections };
    const position = await readCheckpoint(target);
    if (position === null) {
      throw new NotPossible(
        'The previous read models are of another version than this release: rebuild instead.',
      );
    }
    await createIndexes(client, previous);
    const caughtUp = await fill(target, { position, events: 0 }, options);
    const swapped = await swapIn(client, target, () => fill(target, caughtUp, options));
    log.info({ events: swapped.events }, 'the read models were rolled back');
    return swapped.events;
  });
};

/** Drops the previous read models. Returns false if none were kept. */
export const dropPrevious = ({ database }: Pick<RebuildOptions, 'database'>): Promise<boolean> =>
  alone(database.pool, async (client) => {
    const kept = await exists(client, previous);
    await drop(client, previous);
    return kept;
  });

/** Replays the chosen projections. If others remain, copies those and stops at their position. */
const fillChosen = async (
  client: PoolClient,
  { chosen, all }: { chosen: Target; all: Target },
  options: RebuildOptions,
): Promise<Filled> => {
  await initializeCheckpoints(chosen, client);
  const from = { position: beginning, events: 0 };
  const others = all.projections.filter((one) => !chosen.projections.includes(one));
  const write = createUnseenWrites(client, chosen);
  if (others.length === 0) return fillFirst(chosen, { from, write }, options);
  const position = await copy(client, others, all);
  const filled = await fillFirst(chosen, { from, write, until: position }, options);
  await client.query(
    `insert into ${next}.checkpoints (projection, version, position)
      select name, version, $3 from unnest($1::text[], $2::integer[]) as v(name, version)`,
    [others.map(({ name }) => name), others.map(({ version }) => version), filled.position],
  );
  return filled;
};

/** Fills the empty tables of this transaction, with all cores if possible and worthwhile. */
const fillFirst = async (
  target: Target,
  { from, write, until }: { from: Filled; write: (batch: PreparedBatch) => Promise<void>; until?: string },
  options: RebuildOptions,
): Promise<Filled> => {
  const { store, lanes } = options;
  const last = until ?? (await store.head());
  if (lanes && isLongEnough(lanes, last))
    return fillInLanes(from, { ...options, ...target, lanes, until: last, write });
  const prepared = ({ changes, ...batch }: Batch) => write({ ...batch, changes: prepare(changes) });
  return fill(target, from, { ...options, until: last, write: prepared });
};

/** Copies live rows as of the client's transaction and returns their position. */
const copy = async (client: PoolClient, others: readonly Projection[], all: Target): Promise<string> => {
  const { rows } = await client.query<{ projection: string; version: number; position: string }>(
    `select projection, version, position from ${live}.checkpoints`,
  );
  const [first] = rows;
  const tables = others.flatMap((projection) => projection.tables);
  const sound =
    rows.length === all.projections.length &&
    rows.every(({ position }) => position === first?.position) &&
    others.every(({ name, version }) =>
      rows.some((row) => row.projection === name && row.version === version),
    ) &&
    (await areAsDeclared(client, live, tables));
  if (!sound || first === undefined) {
    throw new NotPossible('The other read models are of another version than this release: rebuild all.');
  }
  for (const { name, columns } of tables) {
    const names = Object.keys(columns).join(', ');
    await client.query(`insert into ${next}.${name} (${names}) select ${names} from ${live}.${name}`);
  }
  return first.position;
};

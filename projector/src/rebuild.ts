import type { PoolClient } from 'pg';
import type { Log } from '@visita/platform/core/log';
import type { Database } from '@visita/platform/postgres/connect';
import { beginning } from '@visita/platform/event-store/port';
import type { Projection } from '@visita/platform/projection/projection';
import { areAsDeclared, createIndexes, createReadModels, createTables } from '@visita/read-model/schema';
import { initializeCheckpoints, readCheckpoint, type Target } from './checkpoints.ts';
import { fill, type FillOptions, type Filled, type FillProgress } from './fill.ts';
import { projections as allProjections } from './projections.ts';
import { alone, drop, exists, previous, live, next, swapIn } from './schemas.ts';

/** How far a rebuild is. */
export type RebuildProgress = FillProgress;

export type RebuildOptions = Pick<FillOptions, 'store' | 'onProgress'> & {
  database: Pick<Database, 'pool'>;
  log: Log;
  projections?: readonly Projection[];
  /** Names of those that are replayed; all by default. The rows of the others are copied. */
  only?: readonly string[];
};

/** What was asked of the read models cannot be done; the message says why, and what can be. */
export class NotPossible extends Error {}

/**
 * Fills new read models beside the live ones from the first event on and swaps them in at once: readers see the old
 * rows until they see the new ones. Announces nothing. The live projector may go on meanwhile. Those that were live are
 * kept aside until the next rebuild. Answers how many events were read. One rebuild at a time: a second one waits.
 */
export const rebuild = (options: RebuildOptions): Promise<number> => {
  const { database, log, projections = allProjections, only } = options;
  const { pool } = database;
  return alone(pool, async (client) => {
    await drop(client, next);
    await createReadModels(database, live);
    await createTables(client, next);
    const chosen = only === undefined ? projections : projections.filter(({ name }) => only.includes(name));
    const target: Target = { pool, schema: next, projections };
    const filled = await fillChosen(
      client,
      { all: target, chosen: { ...target, projections: chosen } },
      options,
    );
    await createIndexes(client, next);
    const caughtUp = await fill(target, filled, options);
    const swapped = await swapIn(client, target, () => fill(target, caughtUp, options));
    log.info({ events: swapped.events }, 'the read models were rebuilt');
    return swapped.events;
  });
};

/**
 * Swaps the read models back that were in use before the last rebuild, or rollback, after they caught up from their own
 * checkpoint. Answers how many events that took. Throws {@link NotPossible} where there are none that this release can
 * go on with.
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

/** Forgets the read models that were in use before; false where none were kept. */
export const dropPrevious = ({ database }: Pick<RebuildOptions, 'database'>): Promise<boolean> =>
  alone(database.pool, async (client) => {
    const kept = await exists(client, previous);
    await drop(client, previous);
    return kept;
  });

/** Replays the chosen projections; where others are left, copies those and stops at the position that they are at. */
const fillChosen = async (
  client: PoolClient,
  { chosen, all }: { chosen: Target; all: Target },
  options: RebuildOptions,
): Promise<Filled> => {
  await initializeCheckpoints(chosen);
  const from = { position: beginning, events: 0 };
  const others = all.projections.filter((one) => !chosen.projections.includes(one));
  if (others.length === 0) return fill(chosen, from, options);
  const position = await copy(client, others, all);
  const filled = await fill(chosen, from, { ...options, until: position });
  await client.query(
    `insert into ${next}.checkpoints (projection, version, position)
      select name, version, $3 from unnest($1::text[], $2::integer[]) as v(name, version)`,
    [others.map(({ name }) => name), others.map(({ version }) => version), filled.position],
  );
  return filled;
};

/** Copies live rows as they are at one position, and answers it. */
const copy = async (client: PoolClient, others: readonly Projection[], all: Target): Promise<string> => {
  await client.query('begin isolation level repeatable read');
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
  await client.query('commit');
  return first.position;
};

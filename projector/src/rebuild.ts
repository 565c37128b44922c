import type { PoolClient } from 'pg';
import type { Database, Log } from '@visita/platform/database/connect';
import { migrate } from '@visita/platform/database/migrate';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { applyEvents, type Projection } from '@visita/platform/projection';
import { createUnitOfWork } from '@visita/platform/projection/rows';
import { readMigrations } from '../migrations/migrations.ts';
import { commitBatch, initializeCheckpoints, type Target } from './checkpoints.ts';
import { projections as allProjections } from './projections.ts';

/** How far a rebuild is. */
export type RebuildProgress = { readonly events: number; readonly position: string; readonly head: string };

export type RebuildOptions = {
  store: Pick<EventStore, 'readAll' | 'head'>;
  database: Pick<Database, 'pool' | 'knex'>;
  log: Log;
  onProgress?(progress: RebuildProgress): void;
  projections?: readonly Projection[];
};

const live = 'read';
const side = 'read_next';
const old = 'read_old';
const pageSize = 2_000;
/** Rows changed in memory before they are written: about 20 MB of bookings. */
const rowsPerWrite = 20_000;

/**
 * Fills new read models beside the live ones from the first event on and swaps them in at once: readers see the old
 * rows until they see the new ones. Announces nothing. The live projector may go on meanwhile. Answers how many
 * events were read. One rebuild at a time: a second one waits.
 */
export const rebuild = async (options: RebuildOptions): Promise<number> => {
  const { database, log } = options;
  const { pool, knex } = database;
  const target: Target = { pool, schema: side, projections: options.projections ?? allProjections };
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    await client.query(`select pg_advisory_lock(hashtextextended('visita.rebuild', 0))`);
    await client.query(`drop schema if exists ${side} cascade; drop schema if exists ${old} cascade`);
    await migrate(knex, live, readMigrations);
    await migrate(knex, side, readMigrations);
    const createIndexes = await takeIndexes(client, side);
    await initializeCheckpoints(target);
    const filled = await fill(target, beginning, options);
    for (const statement of createIndexes) await client.query(statement);
    const caughtUp = await fill(target, filled.position, options, filled.events);
    const swapped = await swap(client, target, caughtUp, options);
    await client.query(`drop schema if exists ${old} cascade`);
    log.info({ events: swapped }, 'the read models were rebuilt');
    return swapped;
  } finally {
    // The session keeps the lock and unusual timeouts: it must not go back into the pool.
    client.release(true);
  }
};

/** Drops the indexes of a schema that no constraint needs, and answers how to make them again: sorting once is cheaper. */
const takeIndexes = async (client: PoolClient, schema: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and not exists (select from pg_constraint where conindid = c.oid)`,
    [schema],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
};

type Progress = { readonly position: string; readonly events: number };

/**
 * Reads a page ahead and folds it while earlier ones are being written. Many pages make one write: most of what
 * happens to a row happens soon after its first event, and is then folded into one insert.
 */
export const fill = async (
  target: Target,
  after: string,
  { store, onProgress }: Pick<RebuildOptions, 'onProgress'> & { store: RebuildOptions['store'] },
  alreadyRead = 0,
): Promise<Progress> => {
  const head = await store.head();
  let reached: Progress = { position: after, events: alreadyRead };
  let written = after;
  let work = createUnitOfWork();
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    await writing;
    const batch = { changes: work.changes(), from: written, to: reached.position };
    writing = commitBatch(target, batch, { durable: false, announce: false });
    // Awaited before the next one and at the end; until then a failure must not end the process.
    writing.catch(() => undefined);
    written = reached.position;
    work = createUnitOfWork();
  };

  for await (const page of pagesOf(store, after)) {
    applyEvents(target.projections, page.events, work);
    reached = { position: page.position, events: reached.events + page.events.length };
    if (work.size() >= rowsPerWrite) await write();
    onProgress?.({ ...reached, head });
  }
  if (written !== reached.position) await write();
  await writing;
  return reached;
};

/** All pages after a position; the next one is on its way while one is worked on. */
async function* pagesOf(store: Pick<EventStore, 'readAll'>, after: string) {
  let reading = store.readAll(after, pageSize);
  for (;;) {
    const events = await reading;
    const position = events.at(-1)?.position;
    if (position === undefined) return;
    reading = store.readAll(position, pageSize);
    // Awaited in the next turn; until then a failure must not end the process.
    reading.catch(() => undefined);
    yield { events, position };
  }
}

/** Holds the live projector still, catches up with it and renames both schemas in one transaction. */
const swap = async (
  client: PoolClient,
  target: Target,
  reached: Progress,
  options: RebuildOptions,
): Promise<number> => {
  await client.query('begin');
  await client.query(`lock table ${live}.checkpoints in exclusive mode`);
  const { events } = await fill(target, reached.position, options, reached.events);
  await client.query(`alter schema ${live} rename to ${old}; alter schema ${side} rename to ${live}`);
  await client.query('commit');
  return events;
};

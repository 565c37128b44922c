import type { ClientBase, Pool } from 'pg';
import { codeOf } from '@visita/platform/logging/log';
import { beginning } from '@visita/platform/event-store/port';
import { createHotStatements } from '@visita/platform/postgres/hot-statements';
import type { Projection } from '@visita/platform/projection/projection';
import type { TableChanges } from '@visita/platform/projection/rows';
import type { Statement } from '@visita/platform/projection/statements';
import { createFirstWrites, partsOf, type Prepared, writeChanges } from '@visita/platform/projection/write';
import { areAsDeclared } from '@visita/read-model/schema';

/** NOTIFY channel for every commit of the live read models. The payload is the position reached. */
export const projectedChannel = 'visita_projected';

/** Schema of read models to fill. */
export type Target = {
  readonly pool: Pool;
  readonly schema: string;
  readonly projections: readonly Projection[];
};

/** Row changes of a batch, and the positions before and after it. */
export type Batch = { readonly changes: readonly TableChanges[]; readonly from: string; readonly to: string };

/** A batch whose rows are already encoded for COPY. */
export type PreparedBatch = Omit<Batch, 'changes'> & { readonly changes: readonly Prepared[] };

/** Thrown when another projector, or a rebuild that swapped the schema, has moved the checkpoints. */
export class CheckpointMoved extends Error {
  constructor(schema: string) {
    super(`The checkpoints of ${schema} were moved by another process`);
    this.name = 'CheckpointMoved';
  }
}

/**
 * Returns the position that all projections reached; null if versions or table shapes differ and a rebuild is
 * needed.
 */
export const readCheckpoint = async ({ pool, schema, projections }: Target): Promise<string | null> => {
  const { rows } = await pool.query<{ projection: string; version: number; position: string }>(
    `select projection, version, position from ${schema}.checkpoints`,
  );
  const positions = new Set(rows.map(({ position }) => position));
  const same =
    rows.length === projections.length &&
    projections.every(({ name, version }) =>
      rows.some((row) => row.projection === name && row.version === version),
    );
  const tables = projections.flatMap((projection) => projection.tables);
  const usable = same && positions.size === 1 && (await areAsDeclared(pool, schema, tables));
  return usable ? (rows[0]?.position ?? null) : null;
};

/** Sets the checkpoints of an empty schema to the beginning; leaves those of a filled schema alone. */
export const initializeCheckpoints = async (
  { pool, schema, projections }: Target,
  client: Pick<ClientBase, 'query'> = pool,
): Promise<void> => {
  await client.query(
    `insert into ${schema}.checkpoints (projection, version, position)
      select name, version, $3 from unnest($1::text[], $2::integer[]) as v(name, version)
      where not exists (select from ${schema}.checkpoints)`,
    [projections.map(({ name }) => name), projections.map(({ version }) => version), beginning],
  );
};

/**
 * Writes a batch's rows and its checkpoint in one transaction. Throws {@link CheckpointMoved}, without
 * writing, if the checkpoints are not at `from`: no event is applied twice.
 */
export const commitBatch = async (target: Target, batch: Batch, options: CommitOptions): Promise<void> => {
  const parts = options.durable ? partsOf(target.schema, batch.changes, 4) : null;
  await (parts ? commitAtOnce(target, { ...batch, parts }, options) : commitBySteps(target, batch, options));
};

const hot = createHotStatements();

/** SQLSTATE of a division by zero. */
const divisionByZero = '22012';

/** Commits a batch as one statement: one transaction and one round trip. */
const commitAtOnce = async (
  { pool, schema, projections }: Target,
  { parts, from, to }: Batch & { readonly parts: readonly Statement[] },
  { announce }: CommitOptions,
): Promise<void> => {
  const written = parts.map(({ text }, index) => `, written${index} as (${text})`).join('');
  // Only an error rolls back a statement, so a moved checkpoint divides by zero.
  const text = `
    with moved as (update ${schema}.checkpoints set position = $2 where position = $1 returning 1)${written}
    select 1 / (count(*) = $3::int)::int, case when $4::boolean then pg_notify('${projectedChannel}', $2) end from moved`;
  const values = [from, to, projections.length, announce, ...parts.flatMap((part) => part.values)];
  await pool.query(hot(text, values)).catch((error: unknown) => {
    throw codeOf(error) === divisionByZero ? new CheckpointMoved(schema) : error;
  });
};

const commitBySteps = async (
  { pool, schema, projections }: Target,
  batch: Batch,
  options: CommitOptions,
): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query(options.durable ? 'begin' : 'begin; set local synchronous_commit = off');
    await move(client, { schema, projections }, batch);
    await writeChanges(client, schema, batch.changes);
    if (options.announce) await client.query('select pg_notify($1, $2)', [projectedChannel, batch.to]);
    await client.query('commit');
    client.release();
  } catch (error) {
    // The connection is closed, which ends the transaction in any state.
    client.release(true);
    throw error;
  }
};

const move = async (
  client: Pick<ClientBase, 'query'>,
  { schema, projections }: Omit<Target, 'pool'>,
  { from, to }: Pick<Batch, 'from' | 'to'>,
): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(
    `with moved as (update ${schema}.checkpoints set position = $2 where position = $1 returning 1)
      select count(*)::integer as count from moved`,
    [from, to],
  );
  if (rows[0]?.count !== projections.length) throw new CheckpointMoved(schema);
};

/**
 * Writes batches and checkpoint into tables that the client's own open transaction created. No other session
 * sees them, so no locks or conflict checks are needed.
 */
export const createUnseenWrites = (
  client: ClientBase,
  target: Omit<Target, 'pool'>,
): ((batch: PreparedBatch) => Promise<void>) => {
  const write = createFirstWrites();
  return async (batch) => {
    await move(client, target, batch);
    await write(client, target.schema, batch.changes);
  };
};

export type CommitOptions = {
  /**
   * Whether to wait for the disk. A rebuild need not: its rows count only when they are swapped in.
   */
  readonly durable: boolean;
  /** Whether to notify readers of the position reached. */
  readonly announce: boolean;
};

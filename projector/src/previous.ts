import type { RecordedEvent } from '@visita/contracts/envelope';
import { isEvent } from '@visita/contracts/events';
import { codeOf, type Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { isOutage } from '@visita/platform/postgres/outage';
import { pagesOf } from '@visita/platform/event-store/pages';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import type { Projection } from '@visita/platform/projection/projection';
import type { PoolClient } from 'pg';
import { readCheckpoint, type Target } from './checkpoints.ts';
import { fill } from './fill.ts';
import { aloneOrNot, drop, exists, previous, comparison, next } from './schemas.ts';

type Deps = {
  store: Pick<EventStore, 'readAll' | 'head'>;
  database: Pick<Database, 'pool'>;
  log: Log;
  projections: readonly Projection[];
  signal: AbortSignal;
};

/** Tells whether an event completes an erasure: after it, no row may show the person. */
export const isErasure = (event: RecordedEvent): boolean =>
  isEvent(event, 'PatientErased', 'ProErased', 'ClinicErased');

/**
 * Brings the read models kept for a rollback up to date, so that they show no erased person. Those of another
 * version cannot follow: they are kept for their own release and dropped after the next erasure that may
 * concern them. Also drops leftovers of interrupted rebuilds. Returns false, and does nothing, if another
 * session is working on the schemas.
 */
export const catchUpPrevious = (deps: Deps): Promise<boolean> =>
  aloneOrNot(deps.database.pool, async (client) => {
    // Leftovers of a killed process are never updated and would show erased persons.
    for (const leftover of [next, comparison]) await drop(client, leftover);
    if (!(await exists(client, previous))) return;
    const followed = await follow(client, deps).catch((error: unknown) => {
      if (isOutage(error)) throw error;
      deps.log.warn({ code: codeOf(error) }, 'the previous read models cannot follow');
      return false;
    });
    if (followed) return;
    // Losing the rollback is better than showing an erased person again.
    deps.log.warn({}, 'the previous read models are dropped: they may contain erased persons');
    await drop(client, previous);
  });

/** Returns false if the previous read models may show an erased person. */
const follow = async (client: PoolClient, deps: Deps): Promise<boolean> => {
  const { store, database, projections, signal } = deps;
  const target: Target = { pool: database.pool, schema: previous, projections };
  const position = await readCheckpoint(target);
  if (position === null) return !(await erasedSince(await lowestPosition(client), deps));
  await fill(target, { position, events: 0 }, { store, signal });
  return true;
};

const lowestPosition = async (client: PoolClient): Promise<string> => {
  const { rows } = await client.query<{ position: string | null }>(
    `select min(position collate "C") as position from ${previous}.checkpoints`,
  );
  return rows[0]?.position ?? beginning;
};

const erasedSince = async (position: string, { store, signal }: Deps): Promise<boolean> => {
  for await (const { events } of pagesOf(store, position)) {
    if (signal.aborted) return false;
    if (events.some(isErasure)) return true;
  }
  return false;
};

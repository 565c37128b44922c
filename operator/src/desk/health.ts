import type { DeskHealth } from '@visita/contracts/operator/audit';
import type { Database } from '@visita/platform/database/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Jobs, queueNames } from '@visita/platform/jobs/port';

export type HealthDeps = {
  readonly store: Pick<EventStore, 'head'>;
  readonly pool: Database['pool'];
  readonly jobs: Pick<Jobs, 'parked'>;
};

/** How far the read models are, and what waits for an operator. */
export const readHealth = async ({ store, pool, jobs }: HealthDeps): Promise<DeskHealth> => {
  const { rows } = await pool.query<{ name: string; position: string }>(
    'select projection as name, position from read.checkpoints order by name',
  );
  // Asked after the checkpoints, so that none is ahead of it.
  const position = Number(await store.head());
  const projections = rows.map((row) => ({ name: row.name, behind: position - Number(row.position) }));
  const parked = await Promise.all(
    queueNames.map(async (queue) =>
      (await jobs.parked(queue)).map(({ payload: _payload, ...job }) => ({ queue, ...job })),
    ),
  );
  return {
    position,
    behind: Math.max(0, ...projections.map(({ behind }) => behind)),
    projections,
    parked: parked.flat(),
  };
};

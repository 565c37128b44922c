import type { DeskHealth } from '@visita/contracts/operator/audit';
import type { Database } from '@visita/platform/postgres/connect';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Jobs, queueNames } from '@visita/platform/jobs/port';
import { readStanding, type Standing } from '@visita/platform/runtime/backup-standing';
import { lagsOf } from '@visita/projector/lag';

export type HealthDeps = {
  readonly store: Pick<EventStore, 'head' | 'countAfter' | 'readAll' | 'readStream'>;
  readonly pool: Database['pool'];
  readonly jobs: Pick<Jobs, 'parked'>;
  readonly now: () => Date;
};

const shown = ({ last, failure, drill }: Standing): DeskHealth['backups'] => ({
  last: last?.toISOString() ?? null,
  failure: failure && { ...failure, at: failure.at.toISOString() },
  drill: drill && { ...drill, at: drill.at.toISOString() },
});

/** Returns the lag of the read models, and work that waits for an operator. */
export const readHealth = async ({ store, pool, jobs, now }: HealthDeps): Promise<DeskHealth> => {
  const lags = await lagsOf({ store, pool, now });
  const projections = lags.map(({ projection, events }) => ({ name: projection, behind: events }));
  const parked = await Promise.all(
    queueNames.map(async (queue) =>
      (await jobs.parked(queue)).map(({ payload: _payload, ...job }) => ({ queue, ...job })),
    ),
  );
  return {
    position: Number(await store.head()),
    behind: Math.max(0, ...projections.map(({ behind }) => behind)),
    projections,
    backups: shown(await readStanding(store, now())),
    parked: parked.flat(),
  };
};

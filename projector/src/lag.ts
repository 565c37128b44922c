import type { Pool } from 'pg';
import type { EventStore } from '@visita/platform/event-store/port';

export type LagDeps = {
  readonly store: Pick<EventStore, 'countAfter' | 'readAll'>;
  readonly now: () => Date;
};

/** Number of events a reader is behind (as `countAfter` counts), and the age of the oldest in seconds. */
export type Lag = { readonly events: number; readonly seconds: number };

export const lagAfter = async ({ store, now }: LagDeps, position: string): Promise<Lag> => {
  const events = await store.countAfter(position);
  const [next] = events > 0 ? await store.readAll(position, 1) : [];
  if (!next) return { events: 0, seconds: 0 };
  // The clocks of two processes may differ, so the age may come out negative.
  return { events, seconds: Math.max(0, now().getTime() - Date.parse(next.metadata.time)) / 1_000 };
};

/** Returns the lag of each projection of the live read models, by name. */
export const lagsOf = async (
  deps: LagDeps & { readonly pool: Pool },
): Promise<readonly (Lag & { readonly projection: string })[]> => {
  const { rows } = await deps.pool.query<{ projection: string; position: string }>(
    'select projection, position from read.checkpoints order by projection',
  );
  const lags = new Map<string, Lag>();
  // Projections usually share one position, so usually there is one count.
  for (const position of new Set(rows.map((row) => row.position))) {
    lags.set(position, await lagAfter(deps, position));
  }
  return rows.map(({ projection, position }) => ({ projection, ...lags.get(position)! }));
};

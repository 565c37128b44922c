import type { Pool } from 'pg';
import type { EventStore } from '@visita/platform/event-store/port';

export type LagDeps = {
  readonly store: Pick<EventStore, 'countAfter' | 'readAll'>;
  readonly now: () => Date;
};

/** How far something is behind the events: how many, as `countAfter` counts, and the age of the oldest in seconds. */
export type Lag = { readonly events: number; readonly seconds: number };

/** How far behind a reader at a position is. */
export const lagAfter = async ({ store, now }: LagDeps, position: string): Promise<Lag> => {
  const events = await store.countAfter(position);
  const [next] = events > 0 ? await store.readAll(position, 1) : [];
  if (!next) return { events: 0, seconds: 0 };
  // By the clocks of two processes, which may disagree a little.
  return { events, seconds: Math.max(0, now().getTime() - Date.parse(next.metadata.time)) / 1_000 };
};

/** How far behind each projection of the read models in use is, by name. */
export const lagsOf = async (
  deps: LagDeps & { readonly pool: Pool },
): Promise<readonly (Lag & { readonly projection: string })[]> => {
  const { rows } = await deps.pool.query<{ projection: string; position: string }>(
    'select projection, position from read.checkpoints order by projection',
  );
  const lags = new Map<string, Lag>();
  // They move together, so that there is mostly one to count.
  for (const position of new Set(rows.map((row) => row.position))) {
    lags.set(position, await lagAfter(deps, position));
  }
  return rows.map(({ projection, position }) => ({ projection, ...lags.get(position)! }));
};

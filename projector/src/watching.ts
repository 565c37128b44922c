import type { Pool } from 'pg';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Metrics, Reading } from '@visita/platform/telemetry/metrics';

type Watched = { store: Pick<EventStore, 'countAfter' | 'readAll'>; pool: Pool };

/** Milliseconds for which the answer of a look over all bookings ahead is given again. */
const overlapLifetime = 60_000;

/** Has metrics tell how far the read models are behind, and whether what they show is sound; calling the answer ends that. */
export const watchReadModels = (metrics: Pick<Metrics, 'watch'>, watched: Watched): (() => void) => {
  const overlaps = remembering(overlapLifetime, () => overlapsOf(watched.pool));
  const ends = [
    metrics.watch(() => lagOf(watched)),
    metrics.watch(async () => [{ figure: 'overlapping_bookings', value: await overlaps() }]),
  ];
  return () => {
    for (const end of ends) end();
  };
};

const lagOf = async ({ store, pool }: Watched): Promise<Reading[]> => {
  const { rows } = await pool.query<{ projection: string; position: string }>(
    'select projection, position from read.checkpoints',
  );
  const lags = new Map<string, { count: number; age: number }>();
  for (const position of new Set(rows.map((row) => row.position))) {
    const count = await store.countAfter(position);
    const [next] = count > 0 ? await store.readAll(position, 1) : [];
    // By the clocks of two processes, which may disagree a little.
    const age = next ? Math.max(0, Date.now() - Date.parse(next.metadata.time)) / 1_000 : 0;
    lags.set(position, { count, age });
  }
  return rows.flatMap(({ projection, position }): Reading[] => [
    { figure: 'projection_lag_events', labels: [projection], value: lags.get(position)?.count ?? 0 },
    { figure: 'projection_lag_seconds', labels: [projection], value: lags.get(position)?.age ?? 0 },
  ]);
};

/** Whoever comes before another's end, of the intervals that block a professional from now on. */
const overlapsSql = `
  select count(*)::integer as count from (
    select starts_at < max(ends_at) over (
      partition by pro_id order by starts_at, booking_id rows between unbounded preceding and 1 preceding
    ) as taken
    from read.busy_intervals
    where ends_at > now() and (hold_until is null or hold_until > now())
  ) as intervals where taken`;

const overlapsOf = async (pool: Pool): Promise<number> =>
  (await pool.query<{ count: number }>(overlapsSql)).rows[0]?.count ?? 0;

const remembering = <T>(lifetime: number, ask: () => Promise<T>): (() => Promise<T>) => {
  let known: { answer: Promise<T>; at: number } | null = null;
  return () => {
    if (known && performance.now() - known.at < lifetime) return known.answer;
    const asked = { answer: ask(), at: performance.now() };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = null;
    });
    return asked.answer;
  };
};

import type { Pool } from 'pg';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Metrics, Reading } from '@visita/platform/telemetry/metrics';
import { lagsOf } from './lag.ts';

type Watched = { store: Pick<EventStore, 'countAfter' | 'readAll'>; pool: Pool };

/** Milliseconds for which the count of overlapping bookings is cached. */
const overlapLifetime = 60_000;

/** Exports the lag and the overlaps of the read models as metrics. The returned function stops that. */
export const collectReadModels = (metrics: Pick<Metrics, 'collect'>, watched: Watched): (() => void) => {
  const overlaps = cached(overlapLifetime, () => overlapsOf(watched.pool));
  const ends = [
    metrics.collect(() => readingsOf(watched)),
    metrics.collect(async () => [{ figure: 'overlapping_bookings', value: await overlaps() }]),
  ];
  return () => {
    for (const end of ends) end();
  };
};

const readingsOf = async (watched: Watched): Promise<Reading[]> =>
  (await lagsOf({ ...watched, now: () => new Date() })).flatMap(
    ({ projection, events, seconds }): Reading[] => [
      { figure: 'projection_lag_events', labels: [projection], value: events },
      { figure: 'projection_lag_seconds', labels: [projection], value: seconds },
    ],
  );

/** Counts current busy intervals that start before an earlier one of the same professional ends. */
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

const cached = <T>(lifetime: number, ask: () => Promise<T>): (() => Promise<T>) => {
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

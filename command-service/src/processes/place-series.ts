import type { Process } from '@visita/platform/runtime/process';
import type { PlacingDeps } from '../booking/deps.ts';
import { placeVisit } from '../series/visits.ts';

/** Places the visits of a planned series one after the other, and names those that are not free any more. */
export const placeSeries = (deps: PlacingDeps): Process => ({
  name: 'place-series',
  on: {
    SeriesPlanned: async ({ data: { seriesId, visits }, metadata }, cause) => {
      const { series } = deps.domain;
      for (const visit of visits) {
        const { state } = await series.load(seriesId);
        if (state.status !== 'placing') return;
        if (visit.nth in state.notPlaced) continue;
        // The visit is booked by the pro who planned the series, at the present time.
        const { correlationId, actor } = metadata;
        const { id } = cause;
        const time = deps.now().toISOString();
        const reason = await placeVisit(deps, state, visit, { id, correlationId, actor, time });
        if (reason)
          await series.execute(seriesId, { type: 'leave-out', nth: visit.nth, reason }, { ...cause, time });
      }
      await series.execute(seriesId, { type: 'finish' }, cause);
    },
  },
});

import type { Process } from '@visita/platform/runtime/process';
import type { PlacingDeps } from '../booking/deps.ts';
import { changeVisit } from '../series/change.ts';

/** Moves or cancels the visits of a planned change one after the other, and names those that stay as they are. */
export const changeSeries = (deps: PlacingDeps): Process => ({
  name: 'change-series',
  on: {
    SeriesChangePlanned: async ({ data: { seriesId, changeId, visits }, metadata }, cause) => {
      const { series } = deps.domain;
      for (const visit of visits) {
        const { state } = await series.load(seriesId);
        const change = state.status === 'none' ? undefined : state.changes[changeId];
        if (!change || change.done) return;
        const { nth } = visit;
        if (nth in change.notChanged) continue;
        const { correlationId, actor } = metadata;
        const time = deps.now().toISOString();
        const changing = { seriesId, changeId, change, visit };
        const reason = await changeVisit(deps, changing, { id: cause.id, correlationId, actor, time });
        if (reason) await series.execute(seriesId, { type: 'leave-unchanged', changeId, nth, reason }, cause);
      }
      await series.execute(seriesId, { type: 'finish-change', changeId }, cause);
    },
  },
});

import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { changeSeries } from '../src/processes/change-series.ts';
import { placeSeries } from '../src/processes/place-series.ts';
import type { World } from './world.ts';

type Running = Pick<World, 'deps' | 'store'>;

/** Handles the planned series and changes of a store, as the service's processes do. */
export const runSeries = async ({ deps, store }: Running): Promise<void> => {
  const processes = [placeSeries(deps), changeSeries(deps)];
  for (const event of await store.readAll(beginning, 10_000)) {
    for (const { on, name } of processes) {
      const time = deps.now().toISOString();
      const cause = { id: deriveId(event.id, name), correlationId: event.id, time };
      await reactionTo(on, event.type)?.(event, { ...cause, actor: `process:${name}` });
    }
  }
};

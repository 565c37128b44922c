import type { ProEvent } from '@visita/contracts/pro/events';
import type { EventStore } from '@visita/platform/event-store/port';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createStreams, type Decider } from '@visita/platform/runtime/decider';

type UsedUp = Extract<ProEvent, { type: 'TextsUsedUp' }>['data'];
type State = { readonly isKnown: boolean; readonly month: string | null };

/** Folds a pro's stream to the last month whose texts were used up. */
const pros: Decider<State, ProEvent, UsedUp> = {
  stream: (id) => `pro-${id}`,
  initialState: { isKnown: false, month: null },
  evolve: (state, { type, data }) => {
    if (type === 'ProSignedUp' || type === 'ProInvited') return { isKnown: true, month: null };
    if (type === 'ProDeletionRequested') return { isKnown: false, month: null };
    return type === 'TextsUsedUp' ? { ...state, month: data.month } : state;
  },
  decide: (data, { isKnown, month }) =>
    isKnown && month !== data.month ? [{ type: 'TextsUsedUp', data }] : [],
};

/** Creates the function that records once a month (UTC) that a pro's maximum of texts is used up. */
export const createTellUsedUp = ({ store, now }: { store: EventStore; now: () => Date }) => {
  const streams = createStreams(store, pros);
  return async (proId: string, maximum: number): Promise<void> => {
    const time = now().toISOString();
    const month = time.slice(0, 7);
    const id = deriveId(proId, month, 'texts used up');
    const cause = { id, correlationId: id, actor: 'process:planned', time } as const;
    await streams.execute(proId, { proId, month, maximum }, cause);
  };
};

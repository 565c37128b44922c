import type { BookingEvent, Texted } from '@visita/contracts/booking/events';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { EventStore } from '@visita/platform/event-store/port';
import { createStreams, type Decider } from '@visita/platform/runtime/decider';
import type { PlannedMessage } from './port.ts';

type Data = Extract<BookingEvent, { type: 'VisitTexted' }>['data'];
type State = { readonly ids: Omit<Data, 'state'>; readonly texted: Texted | null } | null;
type Outcome = Pick<Data, 'start' | 'state'>;

/** Folds a booking to its time and to the outcome of its last text. */
const bookings: Decider<State, BookingEvent, Outcome> = {
  stream: (id) => `booking-${id}`,
  initialState: null,
  evolve: (state, event) => {
    if (event.type === 'ReservationAbandoned') return state;
    const { bookingId, proId, clinicId, hubId, patientId } = event.data;
    const isTimed = event.type === 'BookingPlaced' || event.type === 'BookingMoved';
    const start = isTimed ? event.data.start : (state?.ids.start ?? '');
    const before = isTimed ? null : (state?.texted ?? null);
    const texted = event.type === 'VisitTexted' ? event.data.state : before;
    return { ids: { bookingId, proId, clinicId, hubId, patientId, start }, texted };
  },
  decide: ({ start, state: texted }, state) =>
    state === null || state.ids.start !== start || state.texted === texted
      ? []
      : [{ type: 'VisitTexted', data: { ...state.ids, state: texted } }],
};

type Deps = { store: EventStore; now: () => Date };

/** Records in the streams of all visits that a text names whether it reached the phone. */
export const createTexted = ({ store, now }: Deps) => {
  const streams = createStreams(store, bookings, {});
  return async ({ id, state, covers }: Pick<PlannedMessage, 'id' | 'state' | 'covers'>): Promise<void> => {
    const texted = state === 'failed' ? 'failed' : 'sent';
    for (const visit of covers) {
      const [bookingId = '', start = ''] = visit.split('@');
      const causeId = deriveId(id, visit, texted, 'texted');
      const cause = {
        id: causeId,
        correlationId: id,
        actor: 'process:planned',
        time: now().toISOString(),
      } as const;
      await streams.execute(bookingId, { start, state: texted }, cause);
    }
  };
};

import type { RecordedEvent } from '@visita/contracts/envelope';
import type { BookingEvent } from '@visita/contracts/booking/events';
import type { Cause } from '@visita/platform/decider';
import type { Process } from '@visita/platform/process';
import { settleInterval } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Handler = (event: RecordedEvent, cause: Cause) => Promise<void>;

/**
 * Keeps agendas in step with bookings: what is confirmed is secured, what ended is released. Correctness does not
 * hang on it, for a taker asks the booking itself; it spares them the question and frees secured slots.
 */
export const keepAgenda = (domain: Domain): Process => {
  const settlePresent = async (bookingId: string, cause: Cause): Promise<void> => {
    const { state } = await domain.bookings.load(bookingId);
    if (state.status === 'none' || state.status === 'pending') return;
    const settlement =
      state.status === 'confirmed'
        ? ({ type: 'secure' } as const)
        : ({ type: 'release', reason: state.status === 'lapsed' ? 'lapsed' : 'cancelled' } as const);
    await settleInterval(domain, state, settlement, cause);
  };

  const settle: Handler = (event, cause) =>
    settlePresent((event.data as { bookingId: string }).bookingId, cause);

  const settleMove: Handler = async (event, cause) => {
    const { previous } = (event as unknown as Extract<BookingEvent, { type: 'BookingMoved' }>).data;
    await settleInterval(domain, previous, { type: 'release', reason: 'moved' }, cause);
    await settle(event, cause);
  };

  return {
    name: 'keep-agenda',
    on: {
      BookingPlaced: settle,
      BookingConfirmed: settle,
      BookingLapsed: settle,
      BookingCancelled: settle,
      BookingOrphaned: settle,
      BookingMoved: settleMove,
    },
  };
};

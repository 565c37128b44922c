import type { RecordedEvent } from '@visita/contracts/envelope';
import type { BookingEvent } from '@visita/contracts/booking/events';
import type { Cause } from '@visita/platform/decider';
import type { Process } from '@visita/platform/process';
import { settleInterval } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Handler = (event: RecordedEvent, cause: Cause) => Promise<void>;

/**
 * Frees the intervals of bookings that ended or moved. Those of confirmed bookings are secured by the first taker who
 * asks after them: securing each here would cost every booking another append that hardly one needs.
 */
export const keepAgenda = (domain: Domain): Process => {
  /** Of an orphan that was moved since, nothing ended. */
  const releaseEnded: Handler = async (event, cause) => {
    const { state } = await domain.bookings.load((event.data as { bookingId: string }).bookingId);
    if (state.status === 'none' || state.status === 'pending' || state.status === 'confirmed') return;
    const reason = state.status === 'lapsed' ? 'lapsed' : 'cancelled';
    await settleInterval(domain, state, { type: 'release', reason }, cause);
  };

  const releasePrevious: Handler = async (event, cause) => {
    const { previous } = (event as unknown as Extract<BookingEvent, { type: 'BookingMoved' }>).data;
    await settleInterval(domain, previous, { type: 'release', reason: 'moved' }, cause);
  };

  return {
    name: 'keep-agenda',
    on: {
      BookingLapsed: releaseEnded,
      BookingCancelled: releaseEnded,
      BookingOrphaned: releaseEnded,
      BookingMoved: releasePrevious,
    },
  };
};

import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/decider';
import type { Process } from '@visita/platform/process';
import { settleInterval } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Ended = EventNamed<'BookingLapsed' | 'BookingCancelled' | 'BookingOrphaned'>;

/**
 * Frees the intervals of bookings that ended or moved. Those of confirmed bookings are secured by the first taker who
 * asks after them: securing each here would cost every booking another append that hardly one needs.
 */
export const keepAgenda = (domain: Domain): Process => {
  /** Of an orphan that was moved since, nothing ended. */
  const releaseEnded = async ({ data }: Ended, cause: Cause): Promise<void> => {
    const { state } = await domain.bookings.load(data.bookingId);
    if (state.status === 'none' || state.status === 'pending' || state.status === 'confirmed') return;
    const reason = state.status === 'lapsed' ? 'lapsed' : 'cancelled';
    await settleInterval(domain, state, { type: 'release', reason }, cause);
  };

  return {
    name: 'keep-agenda',
    on: {
      BookingLapsed: releaseEnded,
      BookingCancelled: releaseEnded,
      BookingOrphaned: releaseEnded,
      BookingMoved: ({ data }, cause) =>
        settleInterval(domain, data.previous, { type: 'release', reason: 'moved' }, cause),
    },
  };
};

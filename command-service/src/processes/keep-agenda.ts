import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import { releaseLeft, settleInterval } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Ended = EventNamed<'BookingLapsed' | 'BookingCancelled' | 'BookingOrphaned'>;

/**
 * Frees the intervals of bookings that ended or moved, where whoever ended or moved them did not live to do it. Those
 * of confirmed bookings are secured by the first taker who asks after them: securing each here would cost every booking
 * another append that hardly one needs.
 */
export const keepAgenda = (domain: Domain): Process => {
  const releaseEnded = async ({ data }: Ended, cause: Cause): Promise<void> => {
    const { state } = await domain.bookings.load(data.bookingId);
    await releaseLeft(domain, state, cause);
  };

  return {
    name: 'keep-agenda',
    on: {
      BookingLapsed: releaseEnded,
      BookingCancelled: releaseEnded,
      BookingOrphaned: releaseEnded,
      BookingMoved: ({ data }, cause) =>
        settleInterval(domain, { held: data.previous, type: 'release', reason: 'moved' }, cause),
    },
  };
};

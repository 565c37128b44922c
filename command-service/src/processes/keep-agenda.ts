import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import { releaseLeft, settleInterval } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Ended = EventNamed<'BookingLapsed' | 'BookingCancelled' | 'BookingOrphaned'>;

/**
 * Frees the intervals of bookings that ended or moved, and of times given back, where the process that did it died before freeing them. Those
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
    impersonal: true,
    on: {
      TimeUnblocked: ({ data }, cause) =>
        settleInterval(domain, { held: data, type: 'release', reason: 'cancelled' }, cause),
      BlockChanged: async ({ data }, cause) => {
        const { previous, proId, reservationId } = data;
        if (previous.reservationId === reservationId) return;
        await settleInterval(
          domain,
          { held: { proId, ...previous }, type: 'release', reason: 'moved' },
          cause,
        );
      },
      BookingLapsed: releaseEnded,
      BookingCancelled: releaseEnded,
      BookingOrphaned: releaseEnded,
      BookingMoved: ({ data }, cause) =>
        settleInterval(domain, { held: data.previous, type: 'release', reason: 'moved' }, cause),
    },
  };
};

import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import { takeSteps } from '@visita/platform/runtime/commit';
import type { Process } from '@visita/platform/runtime/process';
import { leavingSteps, releaseSteps } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Ended = EventNamed<'BookingLapsed' | 'BookingCancelled' | 'BookingOrphaned'>;

/**
 * Frees the intervals of bookings that ended or moved, and of removed blocks, after a crash of the call that should have
 * freed them. Those of confirmed bookings are secured by the first taker who asks after them: securing each here would
 * cost every booking another append that is rarely needed.
 */
export const keepAgenda = (domain: Domain): Process => {
  const releaseEnded = async ({ data }: Ended, cause: Cause): Promise<void> => {
    const { state } = await domain.bookings.load(data.bookingId);
    await takeSteps(leavingSteps(domain, state), cause);
  };

  return {
    name: 'keep-agenda',
    impersonal: true,
    on: {
      TimeUnblocked: ({ data }, cause) => takeSteps(releaseSteps(domain, data, 'cancelled'), cause),
      BlockChanged: async ({ data }, cause) => {
        const { previous, proId, reservationId } = data;
        if (previous.reservationId === reservationId) return;
        await takeSteps(releaseSteps(domain, { proId, ...previous }, 'moved'), cause);
      },
      BookingLapsed: releaseEnded,
      BookingCancelled: releaseEnded,
      BookingOrphaned: releaseEnded,
      BookingMoved: ({ data }, cause) => takeSteps(releaseSteps(domain, data.previous, 'moved'), cause),
    },
  };
};

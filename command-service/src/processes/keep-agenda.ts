import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import { takeSteps } from '@visita/platform/runtime/commit';
import type { Process } from '@visita/platform/runtime/process';
import { leavingSteps, releaseSteps } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';

type Ended = EventNamed<'BookingLapsed' | 'BookingCancelled' | 'BookingOrphaned'>;

/**
 * Releases the intervals of ended or moved bookings and removed blocks, and removes blocks that were handed over, in
 * case the call crashed before it could. Does not secure the intervals of confirmed bookings: this would cost an append
 * per booking and is rarely needed. The next conflicting reservation secures them.
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
      TimeBlocked: async ({ data: { instead } }, cause) => {
        if (!instead) return;
        const { proId, blockId } = instead;
        await domain.blocks.execute(proId, { type: 'unblock', blockId }, cause);
      },
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

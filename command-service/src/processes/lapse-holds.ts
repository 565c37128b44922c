import type { Log } from '@visita/platform/logging/log';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Domain } from '../domain.ts';
import type { BookingsAhead } from './bookings-ahead.ts';

type Deps = { domain: Domain; ahead: BookingsAhead; now: () => Date; log: Log };

const pause = 20_000;
/** Days after their start until bookings leave the index; no process runs that late. */
const keptDays = 7;

/**
 * Records that unconfirmed holds expired, for the booking's history. Nothing depends on the time of
 * this event: an expired hold blocks nothing, and a conflicting reservation reads the booking
 * itself.
 */
export const createLapsing = ({ domain, ahead, now, log }: Deps): Poller => {
  const look = async (atOnce: number): Promise<number> => {
    const at = now();
    const time = at.toISOString();
    const ended = await ahead.holdsEndedBy(time, atOnce);
    for (const bookingId of ended) {
      const id = deriveId(bookingId, 'lapse');
      const cause = { id, correlationId: id, actor: 'process:lapse-holds', time } as const;
      await domain.bookings.execute(bookingId, { type: 'lapse', now: time }, cause);
      await ahead.holdSettled(bookingId);
    }
    await ahead.forgetBefore(new Date(at.getTime() - keptDays * 86_400_000).toISOString());
    return ended.length;
  };
  return createPoller({ name: 'ended holds', look, pause, log });
};

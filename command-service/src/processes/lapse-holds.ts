import type { Log } from '@visita/platform/logging/log';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Domain } from '../domain.ts';
import type { BookingsAhead } from './bookings-ahead.ts';

type Deps = { domain: Domain; ahead: BookingsAhead; now: () => Date; log: Log };

const pause = 20_000;
/** What began longer ago is of no use to any process, were it late by days. */
const keptDays = 7;

/**
 * Says of holds whose link was not used that they lapsed, so that a booking's history explains itself. Nothing depends
 * on when it runs: an expired hold blocks nobody, and a taker of its interval asks the booking itself.
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

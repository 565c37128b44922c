import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, type Log } from '@visita/platform/database/connect';
import { deriveId } from '@visita/platform/derive-id';
import type { Domain } from '../domain.ts';
import type { BookingsAhead } from './bookings-ahead.ts';

export type Lapsing = {
  start(): void;
  stop(): Promise<void>;
  /** One look; answers how many holds it came to. */
  sweep(): Promise<number>;
};

type Deps = { domain: Domain; ahead: BookingsAhead; now: () => Date; log: Log };

const pauseSeconds = 20;
const atOnce = 200;
/** What began longer ago is of no use to any process, were it late by days. */
const keptDays = 7;

/**
 * Says of holds whose link was not used that they lapsed, so that a booking's history explains itself. Nothing depends
 * on when it runs: an expired hold blocks nobody, and whoever needs its interval asks the booking itself.
 */
export const createLapsing = ({ domain, ahead, now, log }: Deps): Lapsing => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const sweep = async (): Promise<number> => {
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

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const found = await sweep().catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'cannot look for ended holds, trying again');
        return 0;
      });
      if (found === atOnce) continue;
      await delay(pauseSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    sweep,
    start: () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

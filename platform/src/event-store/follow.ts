import type { RecordedEvent } from '@visita/contracts/envelope';
import { sleep } from '../core/retry.ts';
import { createRecentEvents, type Source } from './recent-events.ts';
import type { EventStore, SubscribeOptions, Subscription } from './port.ts';

/** Far longer than anything takes: who waits is woken. In milliseconds. */
const aWhile = 60_000;

/** The subscriptions of one store in one process. */
export type Followers = Pick<EventStore, 'subscribe'> & {
  /** Hands on events that this process has just written, as far as they follow what was read. */
  take(written: readonly RecordedEvent[]): void;
  /** Whether all events up to a position were read or taken. */
  reach(position: string): boolean;
  /** Ends them all after the batches in hand. */
  stop(): Promise<void>;
};

/**
 * Lets many follow one log while it is read once: each catches up by reading for itself, and is handed what the one
 * reader reads from then on. Who falls behind what is kept reads for itself again.
 */
export const createFollowers = (source: Source): Followers => {
  const recent = createRecentEvents(source);
  const subscriptions = new Set<Subscription>();

  /** Who gets less than asked for has reached the end: from there one reader will do. */
  const catchUp = async (
    position: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly RecordedEvent[]> => {
    const events = await recent.read(position, limit, signal);
    if (events && events.length < limit) recent.begin(events.at(-1)?.position ?? position);
    return events ?? [];
  };

  const run = async (options: SubscribeOptions, signal: AbortSignal): Promise<void> => {
    const { after, batchSize = 1_000, linger = 0, onBatch } = options;
    let position = after;
    while (!signal.aborted) {
      const seen = recent.news.count();
      const handed = recent.holds(position);
      const events = handed ? recent.after(position, batchSize) : await catchUp(position, batchSize, signal);
      const last = events.at(-1);
      if (last && !signal.aborted) {
        await onBatch(events);
        position = last.position;
      } else if (handed) await recent.news.wait(seen, aWhile, signal);
      if (linger > 0 && events.length < batchSize) await sleep(linger, signal);
    }
  };

  return {
    subscribe: (options) => {
      const stopping = new AbortController();
      const done = run(options, stopping.signal);
      const stop = async (): Promise<void> => {
        stopping.abort();
        await done.catch(() => undefined);
      };
      const subscription = { done, stop };
      subscriptions.add(subscription);
      const forget = () => subscriptions.delete(subscription);
      done.then(forget, forget);
      return subscription;
    },
    take: recent.take,
    reach: recent.reaches,
    stop: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await recent.stop();
    },
  };
};

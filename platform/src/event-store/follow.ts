import type { RecordedEvent } from '@visita/contracts/envelope';
import { sleep } from '../async/retry.ts';
import { createRecentEvents, type RecentEvents, type Source } from './recent-events.ts';
import type { EventStore, SubscribeOptions, Subscription } from './port.ts';

/** Maximum wait of a follower in milliseconds; news wake it earlier. */
const longestWait = 60_000;
/** Events per read by a follower that asks for some types only. */
const typedPageSize = 1_000;

/** Next events; `atEnd` if there are no more for now. */
type Found = { readonly events: readonly RecordedEvent[]; readonly atEnd: boolean };

/** The subscriptions of one store in one process. */
export type Followers = Pick<EventStore, 'subscribe'> & {
  /** Delivers events that this process has just written, if they directly follow those already read. */
  take(written: readonly RecordedEvent[]): void;
  /** Whether all events up to a position were read or taken. */
  reach(position: string): boolean;
  link: RecentEvents['link'];
  readonly followed: NonNullable<EventStore['followed']>;
  /** Stops all subscriptions after their current batches. */
  stop(): Promise<void>;
};

/**
 * Lets many subscriptions share one reader of the log. Each catches up with reads of its own, then receives the
 * shared reader's events. A subscription that falls too far behind reads for itself again.
 */
export const createFollowers = (source: Source): Followers => {
  const recent = createRecentEvents(source);
  const subscriptions = new Set<Subscription>();

  const readOn = async (
    after: string,
    { batchSize = 1_000, types }: SubscribeOptions,
    signal: AbortSignal,
  ): Promise<Found> => {
    const { readAll, readTypes } = source;
    if (types && readTypes) {
      const found = await recent.read(() => readTypes(after, typedPageSize, types), signal);
      return { events: found?.events ?? [], atEnd: found !== null && found.seen < typedPageSize };
    }
    const events = await recent.read(() => readAll(after, batchSize), signal);
    return { events: events ?? [], atEnd: events !== null && events.length < batchSize };
  };

  /** At the end of the log, the follower joins the shared reader. */
  const catchUp = async (after: string, options: SubscribeOptions, signal: AbortSignal): Promise<Found> => {
    const found = await readOn(after, options, signal);
    if (found.atEnd) recent.begin(found.events.at(-1)?.position ?? after);
    return found;
  };

  const run = async (options: SubscribeOptions, signal: AbortSignal): Promise<void> => {
    const { after, batchSize = 1_000, linger = 0, onBatch } = options;
    let position = after;
    const handOn = async (events: readonly RecordedEvent[]): Promise<void> => {
      for (let from = 0; from < events.length && !signal.aborted; from += batchSize) {
        const batch = events.slice(from, from + batchSize);
        await onBatch(batch);
        position = batch.at(-1)!.position;
      }
    };
    const kept = (): Found => {
      const events = recent.after(position, batchSize);
      return { events, atEnd: events.length < batchSize };
    };
    while (!signal.aborted) {
      const news = recent.news.count();
      const handed = recent.holds(position);
      const { events, atEnd } = handed ? kept() : await catchUp(position, options, signal);
      if (events.length > 0) await handOn(events);
      else if (handed) await recent.news.wait(news, longestWait, signal);
      if (linger > 0 && atEnd) await sleep(linger, signal);
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
    link: recent.link,
    followed: {
      reached: recent.reached,
      ofStream: async (stream, after) => recent.ofStream(stream, after),
    },
    stop: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await recent.stop();
    },
  };
};

import { codeOf, type Log } from '../core/log.ts';
import { createRarely } from '../core/rarely.ts';
import { sleep } from '../core/retry.ts';
import type { WakeUp } from './wake-up.ts';
import { type EventStore, type SubscribeOptions, type Subscription, UnexpectedAnswer } from './port.ts';

/** A missed notice costs this much, in milliseconds. */
const poll = 1_000;
/** Milliseconds between two warnings of the same. */
const tellEvery = 60_000;

/** Follows a store by reading on at each wake-up, and every second. A failed read is tried again for ever. */
export const follow = (
  source: { readAll: EventStore['readAll']; wakeUp: WakeUp; log: Log },
  { after, batchSize = 1_000, linger = 0, onBatch }: SubscribeOptions,
): Subscription => {
  const { readAll, wakeUp, log } = source;
  const stopping = new AbortController();
  const { signal } = stopping;

  const tell = createRarely<string>(tellEvery, (reason, times) =>
    log.warn({ reason, times }, 'cannot read the events, trying again'),
  );

  const read = async (position: string) => {
    try {
      return await readAll(position, batchSize);
    } catch (error) {
      tell(error instanceof UnexpectedAnswer ? error.message : codeOf(error));
      return [];
    }
  };

  const run = async (): Promise<void> => {
    let position = after;
    while (!signal.aborted) {
      const seen = wakeUp.count();
      const events = await read(position);
      const last = events.at(-1);
      if (!last) await wakeUp.wait(seen, poll, signal);
      else if (!signal.aborted) {
        await onBatch(events);
        position = last.position;
      }
      if (linger > 0 && events.length < batchSize) await sleep(linger, signal);
    }
  };

  const done = run();
  return {
    done,
    stop: async () => {
      stopping.abort();
      await done.catch(() => undefined);
    },
  };
};

import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { codeOf, type Log } from '../logging/log.ts';

/** How often something was counted in its window, this time included, and milliseconds until the window ends. */
export type Counted = { readonly count: number; readonly left: number };

/** Counts by key in fixed windows. At once where it is counted in memory, so that most requests wait for nothing. */
export type Counters = {
  count(key: string, seconds: number): Counted | Promise<Counted>;
  /** The last one did not count. */
  takeBack(key: string): void;
  close(): void;
};

/** More clients than this in one window push the oldest out: memory stays bounded under a flood of addresses. */
const maximumWindows = 100_000;

/** Counters of one process. */
export const createMemoryCounters = ({ clock }: { clock: () => Date }): Counters => {
  const windows = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: maximumWindows });
  return {
    count: (key, seconds) => {
      const now = clock().getTime();
      let window = windows.get(key);
      if (!window || window.endsAt <= now) {
        window = { count: 0, endsAt: now + seconds * 1000 };
        windows.set(key, window);
      }
      window.count += 1;
      return { count: window.count, left: window.endsAt - now };
    },
    takeBack: (key) => {
      const window = windows.get(key);
      if (window) window.count -= 1;
    },
    close: () => undefined,
  };
};

/** Redis must not make anybody wait: after so many milliseconds this process counts for itself. */
const patience = 100;
const reportEvery = 10_000;
/** A connection that owes an answer for so long is dead, and another one is opened. */
const silenceLimit = 5_000;

const script = `local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { count, redis.call('pttl', KEYS[1]) }`;

/** A window that has ended is not begun anew: it would have no end. */
const backScript = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`;

type RedisOptions = {
  readonly url: string;
  readonly clock: () => Date;
  readonly log: Log;
  /** What stands in Redis for a key: keys name emails and addresses. */
  readonly nameOf: (key: string) => string;
};

/** Counters that all processes share. While Redis is absent or silent each process counts for itself. */
export const createRedisCounters = ({ url, clock, log, nameOf }: RedisOptions): Counters => {
  const own = createMemoryCounters({ clock });
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patience,
    socketTimeout: silenceLimit,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
    keyPrefix: 'visita.limit.',
  });
  let reportedAt = -Infinity;
  const onTrouble = (error: unknown): void => {
    const now = clock().getTime();
    if (now - reportedAt < reportEvery) return;
    reportedAt = now;
    log.warn({ code: codeOf(error) }, 'limits are counted by each process for itself: no Redis');
  };
  redis.on('error', onTrouble);

  return {
    count: async (key, seconds) => {
      try {
        const [count, left] = (await redis.eval(script, 1, nameOf(key), seconds * 1000)) as [number, number];
        return { count, left };
      } catch (error) {
        onTrouble(error);
        return own.count(key, seconds);
      }
    },
    takeBack: (key) => {
      own.takeBack(key);
      redis.eval(backScript, 1, nameOf(key)).catch(onTrouble);
    },
    close: () => redis.disconnect(),
  };
};

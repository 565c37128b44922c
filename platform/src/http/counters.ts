import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { codeOf, type Log } from '../logging/log.ts';

/** Count within the current window, including this one, and ms until the window ends. */
export type Counted = { readonly count: number; readonly left: number };

/** Counters by key in fixed windows. In-memory counters answer synchronously, so that most requests do not wait. */
export type Counters = {
  count(key: string, seconds: number): Counted | Promise<Counted>;
  /** Subtracts the last count. */
  takeBack(key: string): void;
  close(): void;
};

/**
 * Maximum number of windows. Beyond it the oldest are dropped, which bounds memory under a flood of
 * addresses.
 */
const maximumWindows = 100_000;

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

/** Milliseconds to wait for Redis before this process counts for itself. */
const patience = 100;
const reportEvery = 10_000;
/** Ms without answer after which the connection is replaced. */
const silenceLimit = 5_000;

const script = `local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { count, redis.call('pttl', KEYS[1]) }`;

/** An expired window is not created again, because it would never expire. */
const backScript = `if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end`;

type RedisOptions = {
  readonly url: string;
  readonly clock: () => Date;
  readonly log: Log;
  /** Hashes a key for Redis, because keys contain emails and addresses. */
  readonly nameOf: (key: string) => string;
};

/** Creates counters shared by all processes. While Redis is down or slow, each process counts for itself. */
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
    log.warn({ code: codeOf(error) }, 'no Redis: each process counts limits on its own');
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

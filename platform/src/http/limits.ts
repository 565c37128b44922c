import type { LimitClass } from '@visita/contracts/api/call';
import { LRUCache } from 'lru-cache';
import type { Config, RateLimit } from '../config.ts';
import { RateLimited } from './problem.ts';

/** Counts requests by the limit classes of access.md; throws `RateLimited` where one is used up. */
export type Limiter = {
  /** One request of this address. */
  address(limit: LimitClass, ip: string): void;
  /** One request of this account: a pro's id, or the email that a public call names. */
  account(limit: LimitClass, account: string): void;
  /**
   * One try to log in. It counts at once, so that parallel tries cannot slip past; the answer takes it back and is
   * to be called where the try turns out not to be a failure.
   */
  attempt(account: string, ip: string): () => void;
};

export type LimiterOptions = { limits: Config['limits']; clock: () => Date };

type Window = { count: number; endsAt: number };

/** More clients than this in one window push the oldest out: memory stays bounded under a flood of addresses. */
const maximumWindows = 100_000;

/** A limiter in this process's memory, with fixed windows. */
export const createLimiter = ({ limits, clock }: LimiterOptions): Limiter => {
  const windows = new LRUCache<string, Window>({ max: maximumWindows });

  const count = (key: string, { maximum, seconds }: RateLimit): Window => {
    const now = clock().getTime();
    let window = windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + seconds * 1000 };
      windows.set(key, window);
    }
    if (window.count >= maximum) throw new RateLimited(Math.max(1, Math.ceil((window.endsAt - now) / 1000)));
    window.count += 1;
    return window;
  };

  return {
    address: (limit, ip) => {
      const figures = limit === 'none' ? null : limits[limit];
      if (figures && 'ip' in figures) count(`${limit} ${networkOf(ip)}`, figures.ip);
    },
    account: (limit, account) => {
      const figures = limit === 'none' ? null : limits[limit];
      if (figures && 'account' in figures) count(`${limit} account ${account}`, figures.account);
      if (limit === 'P') count(`P daily ${account}`, limits.P.daily);
    },
    attempt: (account, ip) => {
      const window = count(`A ${account} ${networkOf(ip)}`, limits.A.failures);
      return () => {
        window.count -= 1;
      };
    },
  };
};

/** What an address is limited by: itself, or the /64 of an IPv6 one, which is what one customer has. */
export const networkOf = (ip: string): string => {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

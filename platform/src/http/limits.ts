import type { LimitClass } from '@visita/contracts/api/call';
import { networkOf } from '../auth/network.ts';
import type { Config, RateLimit } from '../config/config.ts';
import { type Counted, type Counters, createMemoryCounters } from './counters.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { RateLimited } from './problem.ts';

type Settled = void | Promise<void>;

/** Counts requests by the limit classes of the calls; throws or rejects with `RateLimited` where one is used up. */
export type Limiter = {
  /** One request of this address; `times` as many are let through as the class says, as for the others. */
  address(limit: LimitClass, ip: string, times?: number): Settled;
  /** One public read of a page that names itself: some reads of one page load count as one. */
  read(page: { ip: string; load: string }, times?: number): Settled;
  /** One use of a mailed link, whatever address it comes from. */
  link(limit: LimitClass, link: string, times?: number): Settled;
  /** One request of this account: a pro's id, or the email that a public call names. */
  account(limit: LimitClass, account: string, times?: number): Settled;
  /**
   * One try to log in. It counts at once, so that parallel tries cannot slip past; the answer takes it back and is
   * to be called where the try turns out not to be a failure.
   */
  attempt(account: string, ip: string, times?: number): (() => void) | Promise<() => void>;
};

/** Public reads of one page load that count as one. */
const readsOfLoad = 12;

/** `counters` are this process's own by default. */
export type LimiterOptions = {
  limits: Config['limits'];
  clock: () => Date;
  counters?: Counters;
  metrics?: Pick<Metrics, 'limited'>;
};

/** Goes on at once where nothing is waited for. */
const after = <T>(value: T | Promise<T>, goOn: (value: T) => Settled): Settled =>
  value instanceof Promise ? value.then(goOn) : goOn(value);

/** What was refused did not open anything: the next one is asked again. */
const refusing = (check: () => Settled, onRefusal: () => void): Settled => {
  const refuse = (error: unknown): never => {
    onRefusal();
    throw error;
  };
  try {
    const checked = check();
    return checked instanceof Promise ? checked.catch(refuse) : checked;
  } catch (error) {
    return refuse(error);
  }
};

/** A limiter with fixed windows. */
export const createLimiter = (options: LimiterOptions): Limiter => {
  const { limits, clock, counters, metrics = noMetrics } = options;
  const counting = counters ?? createMemoryCounters({ clock });

  const take = (limit: LimitClass, who: string, { maximum, seconds }: RateLimit): Settled => {
    const check = ({ count, left }: Counted): void => {
      if (count <= maximum) return;
      metrics.limited(limit);
      throw new RateLimited(Math.max(1, Math.ceil(left / 1000)));
    };
    const counted = counting.count(`${limit} ${who}`, seconds);
    return counted instanceof Promise ? counted.then(check) : check(counted);
  };

  const byAddress = (limit: LimitClass, who: string, times?: number): Settled => {
    const figures = limits[limit];
    if ('ip' in figures) return take(limit, who, allowed(figures.ip, times));
  };

  return {
    address: (limit, ip, times) => byAddress(limit, networkOf(ip), times),
    read: ({ ip, load }, times = 1) => {
      const network = networkOf(ip);
      const key = `load ${network} ${load}`;
      const opens = ({ count }: Counted): Settled =>
        count % readsOfLoad === 1
          ? refusing(
              () => byAddress('R', network, times),
              () => counting.takeBack(key),
            )
          : undefined;
      // However many pages somebody makes up, they read no more than those that may be opened.
      const most = allowed(limits.R.ip, times * readsOfLoad);
      const among = () => after(counting.count(key, limits.R.ip.seconds), opens);
      return after(take('R', `reads ${network}`, most), among);
    },
    link: (limit, link, times) => byAddress(limit, `link ${link}`, times),
    account: (limit, account, times) => {
      const figures = limits[limit];
      const often =
        'account' in figures ? take(limit, `account ${account}`, allowed(figures.account, times)) : undefined;
      if (limit !== 'P') return often;
      const daily = (): Settled => take('P', `daily ${account}`, allowed(limits.P.daily, times));
      return often instanceof Promise ? often.then(daily) : daily();
    },
    attempt: (account, ip, times) => {
      const who = `${account} ${networkOf(ip)}`;
      const takeBack = (): void => counting.takeBack(`A ${who}`);
      const taken = take('A', who, allowed(limits.A.failures, times));
      return taken instanceof Promise ? taken.then(() => takeBack) : takeBack;
    },
  };
};

/** A limit for callers that may call so many times as often. */
const allowed = ({ maximum, seconds }: RateLimit, times = 1): RateLimit => ({
  maximum: maximum * times,
  seconds,
});

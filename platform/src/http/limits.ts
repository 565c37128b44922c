import { seriesDatesPerDay } from '@visita/contracts/series/rule';
import type { LimitClass } from '@visita/contracts/api/call';
import { networkOf } from '../auth/network.ts';
import type { Config } from '../config/config.ts';
import type { RateLimit } from '../config/values.ts';
import { type Counted, type Counters, createMemoryCounters } from './counters.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { RateLimited } from './problem.ts';

type Settled = void | Promise<void>;

/** Counts requests by limit class; throws or rejects with `RateLimited` if a limit is exceeded. */
export type Limiter = {
  /** Counts a request of an address; `times` multiplies the limit, here and below. */
  address(limit: LimitClass, ip: string, times?: number): Settled;
  /** Counts a public read of a page that identifies itself: some reads of one page load count once. */
  read(page: { ip: string; load: string }, times?: number): Settled;
  /** Counts a use of a mailed link, from any address. */
  link(limit: LimitClass, link: string, times?: number): Settled;
  /** Counts a request of an account: a pro's id, or the email in a public call. */
  account(limit: LimitClass, account: string, times?: number): Settled;
  /** Counts the dates of a series, which is one booking of the day. */
  dates(account: string, dates: number, times?: number): Promise<void>;
  /**
   * Counts a login attempt at once, so that concurrent attempts are limited too. Call the returned function if the
   * attempt did not fail.
   */
  attempt(account: string, ip: string, times?: number): (() => void) | Promise<() => void>;
};

/** Public reads of one page load that count once. */
const readsOfLoad = 12;

/** Options of a limiter; `counters` are in memory by default. */
export type LimiterOptions = {
  limits: Config['limits'];
  clock: () => Date;
  counters?: Counters;
  /** Counts the professionals for whom an account books as a reception; 0 by default. */
  deskProfessionals?: (account: string) => Promise<number>;
  metrics?: Pick<Metrics, 'limited'>;
};

/** Continues synchronously if there is nothing to wait for. */
const after = <T>(value: T | Promise<T>, goOn: (value: T) => Settled): Settled =>
  value instanceof Promise ? value.then(goOn) : goOn(value);

/** Calls `onRefusal` if the check refuses: the page load is not counted as opened. */
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

/** Creates a limiter with fixed windows. */
export const createLimiter = (options: LimiterOptions): Limiter => {
  const { limits, clock, counters, deskProfessionals = async () => 0, metrics = noMetrics } = options;
  const counting = counters ?? createMemoryCounters({ clock });

  const refuseBeyond = (limit: LimitClass, maximum: number, { count, left }: Counted): void => {
    if (count <= maximum) return;
    metrics.limited(limit);
    throw new RateLimited(Math.max(1, Math.ceil(left / 1000)));
  };
  const take = (limit: LimitClass, who: string, { maximum, seconds }: RateLimit): Settled =>
    after(counting.count(`${limit} ${who}`, seconds), (counted) => refuseBeyond(limit, maximum, counted));

  /** Counts a booking of the day. A reception may book the maximum for each professional. */
  const takeDaily = (account: string, { maximum, seconds }: RateLimit): Settled =>
    after(counting.count(`P daily ${account}`, seconds), (counted): Settled => {
      if (counted.count <= maximum) return;
      return deskProfessionals(account).then((professionals) =>
        refuseBeyond('P', maximum * Math.max(1, professionals), counted),
      );
    });

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
      // The limit per network makes invented page loads useless.
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
      const daily = (): Settled => takeDaily(account, allowed(limits.P.daily, times));
      return often instanceof Promise ? often.then(daily) : daily();
    },
    dates: async (account, dates, times) => {
      const figures = allowed({ maximum: seriesDatesPerDay, seconds: 86_400 }, times);
      const key = `dates ${account}`;
      let counted = 0;
      const takeBack = (): void => {
        for (; counted > 0; counted -= 1) counting.takeBack(`P ${key}`);
      };
      const takeAll = async (): Promise<void> => {
        while (counted < dates) {
          counted += 1;
          await take('P', key, figures);
        }
      };
      await refusing(takeAll, takeBack);
      await takeDaily(account, allowed(limits.P.daily, times));
    },
    attempt: (account, ip, times) => {
      const who = `${account} ${networkOf(ip)}`;
      const takeBack = (): void => counting.takeBack(`A ${who}`);
      const taken = take('A', who, allowed(limits.A.failures, times));
      return taken instanceof Promise ? taken.then(() => takeBack) : takeBack;
    },
  };
};

const allowed = ({ maximum, seconds }: RateLimit, times = 1): RateLimit => ({
  maximum: maximum * times,
  seconds,
});

import type { Actor } from '@visita/contracts/envelope';
import type { StreamAppend } from '../event-store/port.ts';
import type { Counters } from '../http/counters.ts';
import { RateLimited } from '../http/problem.ts';

/** Events to be appended to a stream. */
type Addition = Pick<StreamAppend, 'stream' | 'events'> & { readonly cause: { readonly actor: Actor } };

/** Daily limit of appends to a stream by people. Processes and operators are not limited. */
export type StreamBudget = {
  /** Charges one append; returns a function that refunds it. Throws `rate-limited` if the day's budget is used up. */
  take(addition: Addition): Promise<() => void>;
};

type Limits = {
  readonly maximum?: number;
  /** Event types with a separate budget: they are possible even if the main budget is used up. */
  readonly apart?: ReadonlySet<string>;
  /** Lower limits for strangers by event type, also with a separate budget. */
  readonly ofStrangers?: ReadonlyMap<string, number>;
};

/**
 * Maximum appends to one stream in a day, counted separately for professionals and strangers. A busy practice's busiest
 * stream has a few hundred.
 */
const perDay = 2_000;
/** Maximum for each event type with a budget of its own. */
const perDayApart = 500;
const seconds = 86_400;

const isCounted = ({ cause }: Addition): boolean => !/^(process|operator):/.test(cause.actor);

/**
 * Returns the counter and limit of an addition. Strangers have their own counter, so that people without an account
 * cannot block a professional's calendar.
 */
const countedAs = (
  { stream, events, cause }: Addition,
  { maximum = perDay, apart = new Set(), ofStrangers = new Map() }: Limits,
): readonly [key: string, most: number] => {
  const own = events.find(({ type }) => apart.has(type));
  if (own) return [`stream ${stream} ${own.type}`, perDayApart];
  if (cause.actor.startsWith('pro:')) return [`stream ${stream}`, maximum];
  for (const { type } of events) {
    const most = ofStrangers.get(type);
    if (most !== undefined) return [`stream ${stream} ${type} of strangers`, most];
  }
  return [`stream ${stream} of strangers`, maximum];
};

export const createStreamBudget = (counters: Counters, limits: Limits = {}): StreamBudget => ({
  take: async (addition) => {
    if (!isCounted(addition)) return () => undefined;
    const [key, most] = countedAs(addition, limits);
    const { count, left } = await counters.count(key, seconds);
    if (count > most) throw new RateLimited(Math.max(1, Math.ceil(left / 1000)));
    return () => counters.takeBack(key);
  },
});

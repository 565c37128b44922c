import type { Actor } from '@visita/contracts/envelope';
import type { StreamAppend } from '../event-store/port.ts';
import type { Counters } from '../http/counters.ts';
import { RateLimited } from '../http/problem.ts';

/** What is about to be added to a stream. */
type Addition = Pick<StreamAppend, 'stream' | 'events'> & { readonly cause: { readonly actor: Actor } };

/** How often a day people may add to one stream; processes and operators may always. */
export type StreamBudget = {
  /** Counts one append; answers how to take it back. Throws `rate-limited` where the day's are used up. */
  take(addition: Addition): Promise<() => void>;
};

type Limits = {
  readonly maximum?: number;
  /** Types of events that are counted by themselves: they are still written where all else is used up. */
  readonly apart?: ReadonlySet<string>;
  /** Types of events of which strangers add fewer than that, and how many, counted by themselves too. */
  readonly ofStrangers?: ReadonlyMap<string, number>;
};

/** Appends to one stream by professionals, and by strangers: a busy practice's busiest stream has some hundred. */
const perDay = 2_000;
/** Of one type that is counted by itself. */
const perDayApart = 500;
const seconds = 86_400;

const isCounted = ({ cause }: Addition): boolean => !/^(process|operator):/.test(cause.actor);

/**
 * What an addition counts as, and how often a day that may be. Strangers count apart, so that nobody without an account
 * keeps a professional from their own calendar.
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

/** A budget of this process. */
export const createStreamBudget = (counters: Counters, limits: Limits = {}): StreamBudget => ({
  take: async (addition) => {
    if (!isCounted(addition)) return () => undefined;
    const [key, most] = countedAs(addition, limits);
    const { count, left } = await counters.count(key, seconds);
    if (count > most) throw new RateLimited(Math.max(1, Math.ceil(left / 1000)));
    return () => counters.takeBack(key);
  },
});

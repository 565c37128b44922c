import type { Actor } from '@visita/contracts/envelope';
import type { Counters } from '../http/counters.ts';
import { RateLimited } from '../http/problem.ts';

/** How often a day people may add to one stream; processes and operators may always. */
export type StreamBudget = {
  /** Counts one append; answers how to take it back. Throws `rate-limited` where the day's are used up. */
  take(stream: string, actor: Actor): Promise<() => void>;
};

/** Appends to one stream: a busy practice's busiest stream has some hundred. */
const perDay = 2_000;
const seconds = 86_400;

const isCounted = (actor: Actor): boolean => !/^(process|operator):/.test(actor);

/** A budget of this process. */
export const createStreamBudget = (counters: Counters, maximum = perDay): StreamBudget => ({
  take: async (stream, actor) => {
    if (!isCounted(actor)) return () => undefined;
    const key = `stream ${stream}`;
    const { count, left } = await counters.count(key, seconds);
    if (count > maximum) throw new RateLimited(Math.max(1, Math.ceil(left / 1000)));
    return () => counters.takeBack(key);
  },
});

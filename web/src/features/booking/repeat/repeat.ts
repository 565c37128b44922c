import { type RepeatRule, repeatRule } from '@visita/contracts/series/rule';
import type { When } from '../../../lib/state/booking.atoms.ts';
import type { Amount } from '../../../lib/text/amount.ts';
import type { Decisions } from '../../../ui/series/decisions.ts';

/** Repeated visits as the form has them. */
export type Repeat = {
  unit: RepeatRule['unit'];
  every: Amount;
  /** Weekdays besides that of the first visit, 1 to 7 from Monday. */
  weekdays: number[];
  ends: 'count' | 'until';
  count: Amount;
  until: string | null;
  decisions: Decisions;
};

/** Ten weekly visits. */
export const firstRepeat: Repeat = {
  unit: 'week',
  every: 1,
  weekdays: [],
  ends: 'count',
  count: 10,
  until: null,
  decisions: {},
};

/** Returns the rule; null while it is incomplete or invalid. */
export const ruleOf = (repeat: Repeat, { day, time }: When): RepeatRule | null => {
  const { unit, every, weekdays, ends, count, until } = repeat;
  const end = ends === 'count' ? { count } : { until };
  const days = unit === 'week' ? { weekdays } : {};
  const parsed = repeatRule.safeParse({ first: `${day}T${time}`, unit, every, ...days, ...end });
  return parsed.success ? parsed.data : null;
};

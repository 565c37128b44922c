import { addDays, dateOf } from '../lib/time/wall-clock.ts';

/**
 * A calendar day (`YYYY-MM-DD`) and a month (`YYYY-MM`), as text because a clinic's day is not an instant.
 */
export type Day = string;
export type Month = string;

/** Today in the clinic's time zone. */
export const todayIn = (timeZone: string, now: Date): Day =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const addMonths = (month: Month, count: number): Month => {
  const date = dateOf(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(date.toISOString());
};

/** Returns the weekday; 0 is Monday. */
const weekdayOf = (day: Day): number => (dateOf(day).getUTCDay() + 6) % 7;

/** Returns the six weeks of a month's calendar, from Monday; days outside the month are null. */
export const monthWeeks = (month: Month): (Day | null)[][] => {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const cell = (index: number): Day | null => {
    const day = addDays(start, index);
    return monthOf(day) === month ? day : null;
  };
  return [0, 1, 2, 3, 4, 5].map((week) => [0, 1, 2, 3, 4, 5, 6].map((weekday) => cell(week * 7 + weekday)));
};

/** Returns whether a week has days from today on. */
export const isAhead = (week: readonly (Day | null)[], today: Day): boolean =>
  week.some((day) => day !== null && day >= today);

/** Returns the same day in another month, or that month's last day. */
export const sameDayIn = (day: Day, months: number): Day => {
  const month = addMonths(monthOf(day), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8)}`;
  return wanted > last ? last : wanted;
};

const moves: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day) => sameDayIn(day, -1),
  PageDown: (day) => sameDayIn(day, 1),
};

/**
 * Returns the day that a key of the ARIA grid pattern moves to, kept between first and last; null for other
 * keys.
 */
export const dayAfterKey = (key: string, day: Day, [first, last]: readonly [Day, Day]): Day | null => {
  const to = moves[key]?.(day);
  if (to === undefined) return null;
  if (to < first) return first;
  return to > last ? last : to;
};

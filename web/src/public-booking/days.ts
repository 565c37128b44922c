import { addDays, dateOf } from '../lib/time/wall-clock.ts';

/** A calendar day, `YYYY-MM-DD`, and a month, `YYYY-MM`: plain text, because a clinic's day has no instant. */
export type Day = string;
export type Month = string;

/** Today on the clinic's own calendar, wherever the visitor is. */
export const todayIn = (timeZone: string, now: Date): Day =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const addMonths = (month: Month, count: number): Month => {
  const date = dateOf(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return monthOf(date.toISOString());
};

/** 0 is Monday. */
const weekdayOf = (day: Day): number => (dateOf(day).getUTCDay() + 6) % 7;

/** Six weeks from a Monday, as the month is printed; days outside the month are null. */
export const monthWeeks = (month: Month): (Day | null)[][] => {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const cell = (index: number): Day | null => {
    const day = addDays(start, index);
    return monthOf(day) === month ? day : null;
  };
  return [0, 1, 2, 3, 4, 5].map((week) => [0, 1, 2, 3, 4, 5, 6].map((weekday) => cell(week * 7 + weekday)));
};

/** Whether any day of a printed week is still to come, today included. */
export const isAhead = (week: readonly (Day | null)[], today: Day): boolean =>
  week.some((day) => day !== null && day >= today);

/** The same day one month on or back, at most that month's last one. */
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

/** Where a key of the ARIA grid pattern leads from a day, kept between first and last; null for other keys. */
export const dayAfterKey = (key: string, day: Day, [first, last]: readonly [Day, Day]): Day | null => {
  const to = moves[key]?.(day);
  if (to === undefined) return null;
  if (to < first) return first;
  return to > last ? last : to;
};

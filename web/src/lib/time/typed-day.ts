import { addDays } from './wall-clock.ts';

const numbers = /^(\d{1,2})[\s/.-]+(\d{1,2})(?:[\s/.-]+(\d{4}|\d{2}))?$/;
const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns the day `YYYY-MM-DD`, or null if it does not exist. */
export const dayIn = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && day > 0 ? date.toISOString().slice(0, 10) : null;
};

/** Returns a day without a year: the next one, or the last one if it is less than three months ago. */
export const nearestDay = (today: string, month: number, day: number): string | null => {
  const year = Number(today.slice(0, 4));
  const here = dayIn(year, month, day);
  return here && here < addDays(today, -90) ? dayIn(year + 1, month, day) : here;
};

const isTypedYear = (year: number): boolean => year >= 1900 && year < 2200;

/**
 * Parses a numeric day, day first: `5/1/2027`, `5.1.27`, `05-01` or `5 1 2027`; also `2027-01-05`. Returns
 * null if invalid. With `last`, a year is required, and a two-digit one is the latest not after `last`.
 */
export const typedDay = (typed: string, today: string, last?: string): string | null => {
  const [, isoYear, isoMonth, isoDate] = isoDay.exec(typed.trim()) ?? [];
  if (isoYear)
    return isTypedYear(Number(isoYear)) ? dayIn(Number(isoYear), Number(isoMonth), Number(isoDate)) : null;
  const [, day, month, year] = numbers.exec(typed.trim()) ?? [];
  if (!day || !month) return null;
  const dayOf = (full: number) => (isTypedYear(full) ? dayIn(full, Number(month), Number(day)) : null);
  if (year === undefined) return last === undefined ? nearestDay(today, Number(month), Number(day)) : null;
  if (year.length === 4) return dayOf(Number(year));
  const here = dayOf(2000 + Number(year));
  return last !== undefined && 2000 + Number(year) > Number(last.slice(0, 4))
    ? dayOf(1900 + Number(year))
    : here;
};

import { addDays, dateOf, dayFormat, localeOf } from '../../lib/time/wall-clock.ts';

const short = { day: 'numeric', month: 'short' } as const;

/** Formats a day of a chart's axis: "23 Nov". */
export const shortDay = (day: string, language: string): string =>
  dayFormat(language, short).format(dateOf(day));

/** Formats a week by its Monday: "23–29 Nov". */
export const weekDays = (monday: string, language: string): string =>
  dayFormat(language, short).formatRange(dateOf(monday), dateOf(addDays(monday, 6)));

/** Formats a period: "24 Aug – 15 Nov 2026". */
export const daysBetween = (from: string, to: string, language: string): string =>
  dayFormat(language, { ...short, year: 'numeric' }).formatRange(dateOf(from), dateOf(to));

export const percent = (share: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 0 }).format(share);

export const whole = (value: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 }).format(value);

/** Returns the name of a weekday, 1 (Monday) to 7. */
export const weekdayName = (weekday: number, language: string, weekdayStyle: 'long' | 'short'): string =>
  // 1 January 2001 was a Monday.
  dayFormat(language, { weekday: weekdayStyle }).format(Date.UTC(2001, 0, weekday));

/** Formats an hour as `09:00`. */
export const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Returns booked over available time; null without available time. */
export const occupancyOf = (minutes: { booked_minutes: number; available_minutes: number }): number | null =>
  minutes.available_minutes === 0 ? null : minutes.booked_minutes / minutes.available_minutes;

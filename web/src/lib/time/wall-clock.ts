/** Returns the wall time of an ISO date with offset: `2026-11-20T09:30`. */
export const wallClock = (date: string): string => date.slice(0, 16);

/** Returns `HH:mm` of an ISO date with offset. */
export const wallTimeOf = (date: string): string => date.slice(11, 16);

/** Formats a date for lists: `2026-11-20T09:30…` as `20-11-26` and `09-30`. */
export const listedDate = (date: string): string => date.slice(2, 10).split('-').toReversed().join('-');
export const listedTime = (date: string): string => date.slice(11, 16).replace(':', '-');

/** Returns the day of an ISO date with offset. */
export const dayOf = (date: string): string => date.slice(0, 10);

/** Returns the current wall time of a zone, `YYYY-MM-DDTHH:mm:ss`; by default the browser's. */
export const wallNow = (timezone: string | undefined, now = new Date()): string => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...(timezone ? { timeZone: timezone } : {}),
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return parts.format(now).replace(' ', 'T');
};

/** Returns the day of an instant on the device's clock. */
export const localDay = (instant: string): string => wallNow(undefined, new Date(instant)).slice(0, 10);

const dayMs = 86_400_000;

export const addDays = (day: string, days: number): string => {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/**
 * Returns the epoch ms of a zone's wall time: after the gap for a skipped time, the first one for a repeated
 * time. By default the browser's zone.
 */
export const instantOf = (wall: string, timezone: string | undefined): number => {
  const asUtc = Date.parse(`${wallClock(wall)}:00Z`);
  const offsetAt = (at: number) => Date.parse(`${wallNow(timezone, new Date(at))}Z`) - at;
  // No zone is more than a day from UTC, or changes its clock twice within two days.
  const [before, after] = [offsetAt(asUtc - dayMs), offsetAt(asUtc + dayMs)];
  const exists = (offset: number) => offsetAt(asUtc - offset) === offset;
  return asUtc - (exists(before) || !exists(after) ? before : after);
};

const firstMoments = new Map<string, number>();

/** Returns the epoch ms at which a zone's day begins: after the gap if midnight is skipped. */
export const firstMomentOf = (day: string, timezone: string): number => {
  const key = `${timezone} ${day}`;
  const first = firstMoments.get(key) ?? instantOf(`${day}T00:00`, timezone);
  firstMoments.set(key, first);
  return first;
};

/** Returns the locale of a language; English is British, because all users are in Europe. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached format of days (without a time zone), because creating one takes longer than formatting a
 * month.
 */
export const dayFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([language, options]);
  const format =
    dayFormats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' });
  dayFormats.set(key, format);
  return format;
};

/** Returns the instant that {@link dayFormat} takes for a day. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Formats a day in full: "Friday, 20 November 2026". */
export const longDay = (day: string, language: string): string =>
  dayFormat(language, { dateStyle: 'full' }).format(dateOf(day));

/** Formats an instant in the browser's zone: "14:05", with its day unless it is today. */
export const moment = (date: Date, language: string, now = new Date()): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...(date.toDateString() === now.toDateString() ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date);

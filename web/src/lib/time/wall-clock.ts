/** The clinic's wall clock in an ISO date with offset: `2026-11-20T09:30`. */
export const wallClock = (date: string): string => date.slice(0, 16);

/** `HH:mm` of an ISO date, as the clinic's clock shows it. */
export const wallTimeOf = (date: string): string => date.slice(11, 16);

/** `2026-11-20T09:30…` as the lists write it: `20-11-26` and `09-30`. */
export const listedDate = (date: string): string => date.slice(2, 10).split('-').toReversed().join('-');
export const listedTime = (date: string): string => date.slice(11, 16).replace(':', '-');

/** The day of an ISO date, as the clinic's calendar shows it. */
export const dayOf = (date: string): string => date.slice(0, 10);

/** Now on a zone's wall clock, as `YYYY-MM-DDTHH:mm:ss`; without a zone, on the browser's. */
export const wallNow = (timezone: string | undefined, now = new Date()): string => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...(timezone ? { timeZone: timezone } : {}),
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return parts.format(now).replace(' ', 'T');
};

const dayMs = 86_400_000;

/** A day moved by whole days. */
export const addDays = (day: string, days: number): string => {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/**
 * Returns the epoch ms of a zone's wall clock: after the gap where the clock skips that time, the first one where it
 * repeats it. Without a zone it is the browser's.
 */
export const instantOf = (wall: string, timezone: string | undefined): number => {
  const asUtc = Date.parse(`${wallClock(wall)}:00Z`);
  const offsetAt = (at: number) => Date.parse(`${wallNow(timezone, new Date(at))}Z`) - at;
  // No zone is further from UTC than a day, nor changes its clock twice in two.
  const [before, after] = [offsetAt(asUtc - dayMs), offsetAt(asUtc + dayMs)];
  const exists = (offset: number) => offsetAt(asUtc - offset) === offset;
  return asUtc - (exists(before) || !exists(after) ? before : after);
};

const firstMoments = new Map<string, number>();

/** The instant at which a zone's day begins, in epoch ms: after its midnight where the clock skips that. */
export const firstMomentOf = (day: string, timezone: string): number => {
  const key = `${timezone} ${day}`;
  const first = firstMoments.get(key) ?? instantOf(`${day}T00:00`, timezone);
  firstMoments.set(key, first);
  return first;
};

/** The locale in which a language is written: every user is in Europe, so English writes as Britain does. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * How days are written in a language, as the options say; a day has no instant, and so no zone. Each is made once: that
 * takes longer than writing all days of a month.
 */
export const dayFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = JSON.stringify([language, options]);
  const format =
    dayFormats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' });
  dayFormats.set(key, format);
  return format;
};

/** The instant by which {@link dayFormat} knows a day. */
export const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A day written out: "Friday, 20 November 2026". */
export const longDay = (day: string, language: string): string =>
  dayFormat(language, { dateStyle: 'full' }).format(dateOf(day));

/** A moment on the browser's own clock: "14:05", with its day where that is not today. */
export const moment = (date: Date, language: string, now = new Date()): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...(date.toDateString() === now.toDateString() ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date);

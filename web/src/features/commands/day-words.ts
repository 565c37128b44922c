import { fold } from '@visita/contracts/folding';
import { dayIn, nearestDay, typedDay } from '../../lib/time/typed-day.ts';
import { addDays, dateOf, dayFormat } from '../../lib/time/wall-clock.ts';

const languages = ['it', 'en', 'es'];

/** Folds a text and removes punctuation and accents. */
export const plain = (text: string): string =>
  fold(text).replaceAll(/['.,]/g, ' ').replaceAll(/\s+/g, ' ').trim();

const named = (options: Intl.DateTimeFormatOptions, dates: readonly string[]): string[][] =>
  dates.map((date) => languages.map((language) => plain(dayFormat(language, options).format(dateOf(date)))));

/** Names of the weekdays from Monday. */
const weekdays = named(
  { weekday: 'long' },
  [0, 1, 2, 3, 4, 5, 6].map((day) => addDays('2024-01-01', day)),
);
const months = named(
  { month: 'long' },
  Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}-01`),
);

const near: readonly (readonly [RegExp, number])[] = [
  [/^(oggi|today|hoy)$/, 0],
  [/^(domani|tomorrow|manana)$/, 1],
  [/^(dopodomani|day after tomorrow|pasado manana)$/, 2],
  [/^(ieri|yesterday|ayer)$/, -1],
];
const later = /^(?:tra|fra|in|en|dentro de) (\d{1,3}) (giorn|day|dia|settiman|week|semana)\p{L}*$/u;
const next = /\b(el|la|il|lo|next|prossim[oa]|proxim[oa]|que viene|on|this|questo|este)\b/g;
const written = /^(\d{1,2}) (?:de |di |of )?(\p{L}{3,})(?: (?:de |del )?(\d{4}))?$/u;

/**
 * Returns the index of the name that starts with a word of at least three letters, in any language; -1 if
 * none.
 */
const beginning = (names: readonly (readonly string[])[], word: string): number =>
  word.length < 3 ? -1 : names.findIndex((ofOne) => ofOne.some((name) => name.startsWith(word)));

const weekdayDays = (word: string, today: string): string[] => {
  const weekday = beginning(weekdays, word);
  if (weekday === -1) return [];
  const ahead = (weekday - ((dateOf(today).getUTCDay() + 6) % 7) + 7) % 7 || 7;
  return [addDays(today, ahead), addDays(today, ahead + 7)];
};

/**
 * Returns the days a text may mean, in Italian, English and Spanish: "next tuesday", "fra 2 settimane",
 * "24/11".
 */
export const daysMeant = (text: string, today: string): string[] => {
  const words = plain(text);
  const soon = near.find(([pattern]) => pattern.test(words));
  if (soon) return [addDays(today, soon[1])];
  const [, count, unit = ''] = later.exec(words) ?? [];
  if (count) return [addDays(today, Number(count) * (/^(settiman|week|semana)/.test(unit) ? 7 : 1))];
  const [, dayOfWords, monthName = '', year] = written.exec(words) ?? [];
  const [day, month] = [Number(dayOfWords), beginning(months, monthName) + 1];
  const named = year ? dayIn(Number(year), month, day) : nearestDay(today, month, day);
  const found = typedDay(words, today) ?? (day && month ? named : null);
  return found ? [found] : weekdayDays(words.replaceAll(next, '').trim(), today);
};

import { addDays, dateOf, dayFormat } from '../../lib/wall-clock.ts';

const languages = ['it', 'en', 'es'];

/** Without accents, signs and capitals, so that nobody has to find "í" on the keyboard. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’.,]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const named = (options: Intl.DateTimeFormatOptions, dates: readonly string[]): string[][] =>
  dates.map((date) => languages.map((language) => plain(dayFormat(language, options).format(dateOf(date)))));

/** Monday is the first. */
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
const numbers = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?$/;
const written = /^(\d{1,2}) (?:de |di |of )?(\p{L}{3,})(?: (?:de |del )?(\d{4}))?$/u;

/** The one whose name begins so in some language; three letters tell them apart. */
const beginning = (names: readonly (readonly string[])[], word: string): number =>
  word.length < 3 ? -1 : names.findIndex((ofOne) => ofOne.some((name) => name.startsWith(word)));

const dayIn = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && day > 0 ? date.toISOString().slice(0, 10) : null;
};

/** A day of a month; without a year, the one that is nearest to come, or was less than three months ago. */
const dated = (today: string, parts: { day: number; month: number; year: string | undefined }) => {
  const { day, month, year } = parts;
  if (year) return dayIn(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
  const here = dayIn(Number(today.slice(0, 4)), month, day);
  return here && here < addDays(today, -90) ? dayIn(Number(today.slice(0, 4)) + 1, month, day) : here;
};

const weekdayDays = (word: string, today: string): string[] => {
  const weekday = beginning(weekdays, word);
  if (weekday === -1) return [];
  const ahead = (weekday - ((dateOf(today).getUTCDay() + 6) % 7) + 7) % 7 || 7;
  return [addDays(today, ahead), addDays(today, ahead + 7)];
};

/** The days that words may mean, in Italian, English and Spanish alike: "next tuesday", "fra 2 settimane", "24/11". */
export const daysMeant = (text: string, today: string): string[] => {
  const words = plain(text);
  const soon = near.find(([pattern]) => pattern.test(words));
  if (soon) return [addDays(today, soon[1])];
  const [, count, unit = ''] = later.exec(words) ?? [];
  if (count) return [addDays(today, Number(count) * (/^(settiman|week|semana)/.test(unit) ? 7 : 1))];
  const [, dayOfNumbers, monthOfNumbers, yearOfNumbers] = numbers.exec(words.replaceAll(' ', '/')) ?? [];
  const [, dayOfWords, monthName = '', yearOfWords] = written.exec(words) ?? [];
  const day = Number(dayOfNumbers ?? dayOfWords);
  const month = dayOfNumbers ? Number(monthOfNumbers) : beginning(months, monthName) + 1;
  const found = day && month ? dated(today, { day, month, year: yearOfNumbers ?? yearOfWords }) : null;
  return found ? [found] : weekdayDays(words.replaceAll(next, '').trim(), today);
};

import type { Language } from '@visita/contracts/language';
import { addDays, type Day, type Month } from './days.ts';

// Every visitor is in Europe: English writes its days and prices as Britain does.
const locales: Readonly<Record<Language, string>> = { it: 'it-IT', en: 'en-GB', es: 'es-ES' };

const inUtc = (language: Language, options: Intl.DateTimeFormatOptions, day: Day) =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

export const longDay = (day: Day, language: Language): string =>
  inUtc(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, day);

/** The day in short, for places where the month is in sight. */
export const shortDay = (day: Day, language: Language): string =>
  inUtc(language, { weekday: 'short', day: 'numeric', month: 'short' }, day);

export const monthTitle = (month: Month, language: Language): string =>
  inUtc(language, { month: 'long', year: 'numeric' }, `${month}-01`);

/** The days of the week from Monday, short and in full. */
export const weekdayNames = (language: Language): { short: string; long: string }[] =>
  [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const day = addDays('2024-01-01', index);
    return {
      short: inUtc(language, { weekday: 'short' }, day),
      long: inUtc(language, { weekday: 'long' }, day),
    };
  });

/** Euro; a free service is named with its price too, so that nobody wonders. */
export const price = (euro: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'EUR',
    minimumFractionDigits: Number.isInteger(euro) ? 0 : 2,
  }).format(euro);

/** A time zone as people call it, such as “Ora dell’Europa centrale (Europe/Rome)”. */
export const zoneName = (timeZone: string, language: Language): string => {
  const parts = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${name} (${timeZone.replaceAll('_', ' ')})`;
};

/** An instant on the clinic's clock: the day in full, and the time. */
export const appointmentTime = (instant: string, timeZone: string, language: Language) => {
  const date = new Date(instant);
  return {
    day: new Intl.DateTimeFormat(locales[language], {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone,
    }).format(date),
    time: new Intl.DateTimeFormat(locales[language], {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(date),
  };
};

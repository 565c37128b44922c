import type { Language } from '@visita/contracts/language';
import { addDays, dateOf, dayFormat, localeOf } from '../lib/time/wall-clock.ts';
import type { Day, Month } from './days.ts';

export const shortDay = (day: Day, language: Language): string =>
  dayFormat(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(dateOf(day));

export const monthTitle = (month: Month, language: Language): string =>
  dayFormat(language, { month: 'long', year: 'numeric' }).format(dateOf(`${month}-01`));

/** Short and full names of the weekdays from Monday. */
export const weekdayNames = (language: Language): { short: string; long: string }[] =>
  [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const day = dateOf(addDays('2024-01-01', index));
    return {
      short: dayFormat(language, { weekday: 'short' }).format(day),
      long: dayFormat(language, { weekday: 'long' }).format(day),
    };
  });

/** Returns the names of languages, joined as in a sentence. */
export const languageList = (codes: readonly string[], language: Language): string => {
  const names = new Intl.DisplayNames(localeOf(language), { type: 'language' });
  const list = new Intl.ListFormat(localeOf(language), { type: 'conjunction' });
  return list.format(codes.map((code) => names.of(code) ?? code));
};

/** Returns whether the visitor's clock shows the zone's time at an instant. */
export const isOnClockOf = (timeZone: string, instant: Date): boolean => {
  const shown = (zone: { timeZone?: string }) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...zone }).format(instant);
  return shown({ timeZone }) === shown({});
};

/** Returns a time zone's name, such as “Ora dell’Europa centrale (Europe/Rome)”. */
export const zoneName = (timeZone: string, language: Language): string => {
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${name} (${timeZone.replaceAll('_', ' ')})`;
};

/** Returns the full day and the time of an instant in the clinic's time zone. */
export const appointmentTime = (instant: string, timeZone: string, language: Language) => {
  const date = new Date(instant);
  return {
    day: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone }).format(date),
    time: new Intl.DateTimeFormat(localeOf(language), {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(date),
  };
};

/** Returns a maps link with directions to an address. */
export const directionsTo = (place: { address: string; city?: string; postal_code?: string }): string => {
  const written = [place.address, place.postal_code, place.city].filter(Boolean).join(', ');
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(written)}`;
};

import type { Language } from '@visita/contracts/language';

const locales: Record<Language, string> = { it: 'it-IT', en: 'en-GB', es: 'es-ES' };

/** A day in words, as the clinic's calendar has it. */
export const dayIn = (language: Language, instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: 'full' }).format(instant);

/** Day and time of the clinic. */
export const timeIn = (language: Language, instant: Date, timeZone: string): string => {
  const time = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${dayIn(language, instant, timeZone)}, ${time.format(instant)}`;
};

/** Day and time of the clinic, with its time zone named (decision 33). */
export const zonedTimeIn = (language: Language, instant: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'long' });
  const zone = parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const shown = language === 'en' ? zone : zone.charAt(0).toLowerCase() + zone.slice(1);
  return `${timeIn(language, instant, timeZone)} (${shown})`;
};

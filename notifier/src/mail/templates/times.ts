import type { Language } from '@visita/contracts/language';

// Every reader is in Europe: English writes its days as Britain does.
const locales: Record<Language, string> = { it: 'it-IT', en: 'en-GB', es: 'es-ES' };

/** How each language puts a time after its day. */
const joined: Record<Language, (day: string, time: string) => string> = {
  it: (day, time) => `${day}, ore ${time}`,
  en: (day, time) => `${day} at ${time}`,
  es: (day, time) => `${day}, ${time}\u00a0h`,
};

/** A day in words, as the clinic's calendar has it. */
export const dayIn = (language: Language, instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: 'full' })
    .format(instant)
    // Days stand within sentences, where a comma after the weekday would be one too many.
    .replace(',', '');

/** Day and time of the clinic. */
const timeIn = (language: Language, instant: Date, timeZone: string): string => {
  const time = new Intl.DateTimeFormat(locales[language], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return joined[language](dayIn(language, instant, timeZone), time.format(instant));
};

/** Day and time of the clinic, with its time zone named as people call it. */
export const zonedTimeIn = (language: Language, instant: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat(locales[language], { timeZone, timeZoneName: 'longGeneric' });
  const zone = parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const shown = language === 'en' ? zone : zone.charAt(0).toLowerCase() + zone.slice(1);
  return `${timeIn(language, instant, timeZone)} (${shown})`;
};

import type { Language } from '@visita/contracts/language';

// Readers are in Europe, so English uses British dates.
const locales: Record<Language, string> = { it: 'it-IT', en: 'en-GB', es: 'es-ES' };

const joined: Record<Language, (day: string, time: string) => string> = {
  it: (day, time) => `${day}, ore ${time}`,
  en: (day, time) => `${day} at ${time}`,
  es: (day, time) => `${day}, ${time}\u00a0h`,
};

/** Creates a lookup of formats by language and zone: a format takes longer to create than to use. */
const formatsWith = (options: Intl.DateTimeFormatOptions) => {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (language: Language, timeZone: string): Intl.DateTimeFormat => {
    const key = `${language} ${timeZone}`;
    const format = known.get(key) ?? new Intl.DateTimeFormat(locales[language], { ...options, timeZone });
    known.set(key, format);
    return format;
  };
};

const days = formatsWith({ dateStyle: 'full' });
const times = formatsWith({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const zoneNames = formatsWith({ timeZoneName: 'longGeneric' });

export const dayIn = (language: Language, instant: Date, timeZone: string): string =>
  days(language, timeZone)
    .format(instant)
    // Days appear within sentences, so the comma after the weekday is removed.
    .replace(',', '');

/** Formats day and time in the clinic's zone. */
export const timeIn = (language: Language, instant: Date, timeZone: string): string => {
  const time = times(language, timeZone).format(instant);
  return joined[language](dayIn(language, instant, timeZone), time);
};

const zoneIn = (language: Language, instant: Date, timeZone: string): string => {
  const parts = zoneNames(language, timeZone).formatToParts(instant);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return language === 'en' ? zone : zone.charAt(0).toLowerCase() + zone.slice(1);
};

/** Formats days and times in the clinic's zone, one a line; the last line has the zone's common name. */
export const zonedTimesIn = (language: Language, instants: readonly Date[], timeZone: string): string =>
  instants
    .map((instant, index) =>
      (index === instants.length - 1 ? zonedTimeIn : timeIn)(language, instant, timeZone),
    )
    .join('\n');

/** Formats day and time in the clinic's zone, with the zone's common name. */
export const zonedTimeIn = (language: Language, instant: Date, timeZone: string): string =>
  `${timeIn(language, instant, timeZone)} (${zoneIn(language, instant, timeZone)})`;

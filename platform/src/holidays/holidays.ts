import { provinces } from '@visita/contracts/reference/provinces';
import type { Language } from '@visita/contracts/language';
import { deriveChildId } from '../ids/derive-id.ts';
import holidayNames from './holiday-names.json' with { type: 'json' };
import regionNames from './region-names.json' with { type: 'json' };

/** A public holiday with its name in the reader's language. */
export type Holiday = { readonly date: string; readonly name: string };

/** A country (ISO 3166-1 alpha-2) and one of its regions; null for the whole country. */
export type HolidayPlace = { readonly country: string; readonly region: string | null };

/** Months ahead for which closings are created and holidays shown. */
const monthsAhead = 12;
const longestName = 120;

/** Loaded on demand: its worldwide tables take a moment. */
const library = async () => (await import('date-holidays')).default;

/** Names of regions by country: the library has many only in the country's language or in English. */
const regionsOf: Readonly<Record<string, Readonly<Record<string, Readonly<Record<Language, string>>>>>> =
  regionNames;

/** Names of holidays that the library does not translate, by the name it gives instead. */
const translated: Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>> = holidayNames;
const moved: Readonly<Record<Language, string>> = {
  it: '(giorno sostitutivo)',
  en: '(substitute day)',
  es: '(día sustituto)',
};

/** Returns the name of a holiday in the language, with the note of a substitute day. */
const nameIn = (language: Language, name: string): string => {
  const [, plain = name, note] = /^(.*?)( \((?:substitute day|día sustituto)\))?$/.exec(name) ?? [];
  const own = translated[plain]?.[language] ?? plain;
  return note === undefined ? own : `${own} ${moved[language]}`;
};

const countries = new Set(provinces.map(({ country }) => country));

const placesOf = (names: Record<string, string> | undefined, language: Language) =>
  Object.entries(names ?? {})
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));

const namesIn = (language: Language, country: string): Record<string, string> =>
  Object.fromEntries(Object.entries(regionsOf[country] ?? {}).map(([id, names]) => [id, names[language]]));

/**
 * Returns the countries in which clinics can be and whose public holidays are known, with their
 * regions, sorted by name.
 */
export const holidayCountries = async (language: Language) => {
  const Holidays = await library();
  const all = new Holidays();
  // The library has country names in each country's own language.
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const known = Object.keys(all.getCountries()).filter((id) => countries.has(id));
  const named = Object.fromEntries(known.map((id) => [id, names.of(id) ?? id]));
  return placesOf(named, language).map((country) => ({
    ...country,
    regions: placesOf({ ...all.getStates(country.id), ...namesIn(language, country.id) }, language),
  }));
};

/** Whether country and region are among the {@link holidayCountries}. */
export const isHolidayPlace = async ({ country, region }: HolidayPlace): Promise<boolean> => {
  const found = (await holidayCountries('en')).find(({ id }) => id === country);
  return found !== undefined && (region === null || found.regions.some(({ id }) => id === region));
};

/** Returns the public holidays of a place in the twelve months after a date, `yyyy-mm-dd`, each date once. */
export const holidaysAfter = async (
  { country, region }: HolidayPlace,
  language: Language,
  today: string,
): Promise<Holiday[]> => {
  const Holidays = await library();
  const languages = [language, 'en'];
  const there =
    region === null ? new Holidays(country, { languages }) : new Holidays(country, region, { languages });
  const year = Number(today.slice(0, 4));
  const last = `${year + monthsAhead / 12}${today.slice(4)}`;
  const byDate = new Map<string, string>();
  for (const { date, name, type } of [...there.getHolidays(year), ...there.getHolidays(year + 1)]) {
    const day = date.slice(0, 10);
    if (type === 'public' && day > today && day <= last && !byDate.has(day))
      byDate.set(day, nameIn(language, name));
  }
  return [...byDate]
    .map(([date, name]) => ({ date, name: name.slice(0, longestName) }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
};

/** Returns the id of the closing for a holiday, which is always the same. */
export const holidayClosingId = (clinicId: string, date: string): string =>
  deriveChildId(clinicId, 'holiday', date);

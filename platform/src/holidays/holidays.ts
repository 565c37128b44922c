import { provinces } from '@visita/contracts/reference/provinces';
import type { Language } from '@visita/contracts/language';
import { deriveChildId } from '../ids/derive-id.ts';

/** A public holiday; if its name is not translated, it is in the country's language. */
export type Holiday = { readonly date: string; readonly name: string };

/** A country (ISO 3166-1 alpha-2) and one of its regions; null for the whole country. */
export type HolidayPlace = { readonly country: string; readonly region: string | null };

/** Months ahead for which closings are created and holidays shown. */
const monthsAhead = 12;
const longestName = 120;

/** Loaded on demand: its worldwide tables take a moment. */
const library = async () => (await import('date-holidays')).default;

const countries = new Set(provinces.map(({ country }) => country));

const placesOf = (names: Record<string, string> | undefined, language: Language) =>
  Object.entries(names ?? {})
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));

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
    regions: placesOf(all.getStates(country.id, language), language),
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
    if (type === 'public' && day > today && day <= last && !byDate.has(day)) byDate.set(day, name);
  }
  return [...byDate]
    .map(([date, name]) => ({ date, name: name.slice(0, longestName) }))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
};

/** Returns the id of the closing for a holiday, which is always the same. */
export const holidayClosingId = (clinicId: string, date: string): string =>
  deriveChildId(clinicId, 'holiday', date);

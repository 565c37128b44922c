import { prefixes } from '@visita/contracts/reference/prefixes';

export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code.toUpperCase()) ?? code.toUpperCase();

/** Returns the dial prefix to preselect: that of the first known country, else of the language. */
export const defaultPrefix = (language: string, ...countries: readonly (string | undefined)[]): string =>
  countries
    .map((country) => prefixes.find(({ code }) => code === country?.toLowerCase())?.dial)
    .find(Boolean) ??
  { it: '+39', es: '+34', en: '+44' }[language] ??
  '+39';

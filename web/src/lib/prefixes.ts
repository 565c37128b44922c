import { prefixes } from '@visita/contracts/reference/prefixes';

/** A country's name in a language. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code.toUpperCase()) ?? code.toUpperCase();

/** The prefix to preselect: the country's where it is known, else the one that the language suggests. */
export const defaultPrefix = (language: string, country?: string): string =>
  prefixes.find(({ code }) => code === country?.toLowerCase())?.dial ??
  { it: '+39', es: '+34', en: '+44' }[language] ??
  '+39';

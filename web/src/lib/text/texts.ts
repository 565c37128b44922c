import type { Language } from '@visita/contracts/language';

/** The product's languages with their own names; the first is the fallback. */
export const languageNames: Readonly<Record<Language, string>> = {
  it: 'Italiano',
  en: 'English',
  es: 'Español',
};

export const isOurs = (code: string | undefined): boolean =>
  code !== undefined && code.slice(0, 2) in languageNames;

/** Where a chosen language is kept. */
export const languageKey = 'visita.language';

/** Where the texts of a language and namespace are, those of this build. */
export const textsAddress = (language: string, namespace: string): string =>
  `/locales/${language}/${namespace}.json?v=${import.meta.env.VITE_TEXTS as string}`;

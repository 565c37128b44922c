import type { Language } from '@visita/contracts/language';

/** Supported languages with their own names; the first is the fallback. */
export const languageNames: Readonly<Record<Language, string>> = {
  it: 'Italiano',
  en: 'English',
  es: 'Español',
};

export const isOurs = (code: string | undefined): boolean =>
  code !== undefined && code.slice(0, 2) in languageNames;

export const languageKey = 'visita.language';

/** Returns the address of a namespace's translations for this build. */
export const textsAddress = (language: string, namespace: string): string =>
  `/locales/${language}/${namespace}.json?v=${import.meta.env.VITE_TEXTS as string}`;

import type { Language } from '@visita/contracts/language';
import { createInstance, type i18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';

/** The product's languages with their own names; the first is the fallback. */
export const languageNames: Readonly<Record<Language, string>> = {
  it: 'Italiano',
  en: 'English',
  es: 'Español',
};

const storageKey = 'visita.language';

/** The language of a country on the public pages (spec section 1): its own where we have it, else English. */
export const languageOfCountry = (country: string): Language => {
  const code = country.toLowerCase();
  return code === 'it' || code === 'es' ? code : 'en';
};

type Start = {
  namespaces: readonly string[];
  /** The visitor's country where it is known; only public pages pass it. */
  country?: string | undefined;
};

/** Starts translations: stored choice, else the country's rule, else the browser's language, else Italian. */
export const startI18n = async ({ namespaces, country }: Start): Promise<i18n> => {
  const detector = new LanguageDetector();
  detector.addDetector({
    name: 'country',
    lookup: () => (country ? languageOfCountry(country) : undefined),
  });
  const instance = createInstance();
  instance.on('languageChanged', () => {
    // The language shown, not the one asked for: a French browser reads Italian.
    document.documentElement.lang = currentLanguage(instance);
  });
  await instance
    .use(HttpBackend)
    .use(detector)
    .use(initReactI18next)
    .init({
      supportedLngs: Object.keys(languageNames),
      fallbackLng: 'it',
      load: 'languageOnly',
      nonExplicitSupportedLngs: true,
      ns: [...namespaces],
      defaultNS: namespaces[0] ?? 'common',
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      detection: {
        order: ['localStorage', 'country', 'navigator'],
        lookupLocalStorage: storageKey,
        // Only a choice is stored, never a guess.
        caches: [],
      },
      interpolation: { escapeValue: false },
    });
  return instance;
};

/** Switches the language and stores the choice. */
export const chooseLanguage = async (instance: i18n, language: Language): Promise<void> => {
  localStorage.setItem(storageKey, language);
  await instance.changeLanguage(language);
};

/** The language in use. */
export const currentLanguage = (instance: Pick<i18n, 'resolvedLanguage'>): Language => {
  const language = instance.resolvedLanguage;
  return language === 'en' || language === 'es' ? language : 'it';
};

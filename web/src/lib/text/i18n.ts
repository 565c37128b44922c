import type { Language } from '@visita/contracts/language';
import { createInstance, type BackendModule, type i18n, type ReadCallback, type ResourceKey } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { takePrefetched } from '../api/prefetch.ts';
import { isOurs, languageKey, languageNames, textsAddress } from './texts.ts';
import { localStore } from '../state/storage.ts';

/** Returns the language of a country on public pages: its own if supported, else English. */
const languageOfCountry = (country: string): Language => {
  const code = country.toLowerCase();
  return code === 'it' || code === 'es' ? code : 'en';
};

const fetchTexts = async (address: string): Promise<ResourceKey> => {
  const response = (await takePrefetched(address)) ?? (await fetch(address));
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as ResourceKey;
};

const readTexts = async (address: string, done: ReadCallback): Promise<void> => {
  const texts = await fetchTexts(address).catch((error: Error) => error);
  if (!(texts instanceof Error)) done(null, texts);
  // `true` marks the error as retryable.
  else done(texts, true);
};

/** Loads translations by language and namespace. i18next's own loader is 2.4 kB. */
const textFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => void readTexts(textsAddress(language, namespace), done),
};

type Start = {
  namespaces: readonly string[];
  /** The visitor's country, set only on public pages. */
  country?: string | undefined;
};

/**
 * Initialises translations with the stored choice, else the country's language, else the browser's, else
 * Italian.
 */
export const startI18n = async ({ namespaces, country }: Start): Promise<i18n> => {
  const detector = new LanguageDetector();
  detector.addDetector({
    name: 'country',
    lookup: () => (country ? languageOfCountry(country) : undefined),
  });
  const instance = createInstance();
  instance.on('languageChanged', () => {
    // The displayed language may differ from the requested one: a French browser gets Italian.
    document.documentElement.lang = currentLanguage(instance);
  });
  await instance
    .use(textFiles)
    .use(detector)
    .use(initReactI18next)
    .init({
      supportedLngs: Object.keys(languageNames),
      // Fallback of unsupported languages. Supported ones are complete, so no fallback is loaded for them.
      fallbackLng: (code: string | undefined) => (isOurs(code) ? [] : ['it']),
      load: 'languageOnly',
      nonExplicitSupportedLngs: true,
      ns: [...namespaces],
      defaultNS: namespaces[0] ?? 'common',
      detection: {
        order: ['localStorage', 'country', 'navigator'],
        lookupLocalStorage: languageKey,
        // Only an explicit choice is stored.
        caches: [],
      },
      interpolation: { escapeValue: false },
    });
  return instance;
};

/** Returns whether the visitor chose a language in this browser. */
export const isLanguageChosen = (): boolean => localStore.getItem(languageKey) !== null;

/** Applies a country's language that became known late, unless one was chosen or a booking has one. */
export const suggestLanguage = async (instance: i18n, country: string | undefined): Promise<void> => {
  if (country && !isLanguageChosen() && instance.options.lng === undefined)
    await instance.changeLanguage(languageOfCountry(country));
};

/** Applies the language of the booking on the page, unless the visitor chose one. */
export const followLanguage = async (instance: i18n, language: Language): Promise<void> => {
  if (isLanguageChosen()) return;
  instance.options.lng = language;
  await instance.changeLanguage(language);
};

export const chooseLanguage = async (instance: i18n, language: Language): Promise<void> => {
  localStore.setItem(languageKey, language);
  await instance.changeLanguage(language);
};

export const currentLanguage = (instance: Pick<i18n, 'resolvedLanguage'>): Language => {
  const language = instance.resolvedLanguage;
  return language === 'en' || language === 'es' ? language : 'it';
};

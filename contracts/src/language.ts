import { z } from 'zod';

/** Languages of the interface and of mails. */
export const languages = ['it', 'en', 'es'] as const;
/** ISO 639-1 code. */
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;
export const defaultLanguage: Language = 'it';

/** Languages that a professional may offer to patients: Europe's official ones and others widely spoken there. */
export const spokenLanguages = [
  'ar',
  'bg',
  'bn',
  'bs',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'fr',
  'ga',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'hy',
  'it',
  'ja',
  'ka',
  'ko',
  'lt',
  'lv',
  'mk',
  'mt',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sk',
  'sl',
  'so',
  'sq',
  'sr',
  'sv',
  'sw',
  'ta',
  'th',
  'tl',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh',
] as const;
/** Maximum number of languages of one professional: a page lists them in a line or two. */
export const spokenMaximum = 12;
/** ISO 639-1 code; `Intl.DisplayNames` translates its name. */
export const spokenLanguage = z.enum(spokenLanguages);
export type SpokenLanguage = z.infer<typeof spokenLanguage>;

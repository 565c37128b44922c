import { z } from 'zod';

/** Interface and mail languages. */
export const languages = ['it', 'en', 'es'] as const;
/** A code of ISO 639-1; anything else is refused. */
export const language = z.enum(languages);
/** What a pro, a booking or a page is written in. */
export type Language = z.infer<typeof language>;
/** Default and fallback of the product. */
export const defaultLanguage: Language = 'it';

/** Languages that a professional may speak with patients: the official ones of Europe, and what is much spoken there. */
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
/** So many at most: a page names them in a line or two. */
export const spokenMaximum = 12;
/** A code of ISO 639-1; what it is called, `Intl.DisplayNames` says in every language. */
export const spokenLanguage = z.enum(spokenLanguages);
/** What somebody speaks, beyond what the product is written in. */
export type SpokenLanguage = z.infer<typeof spokenLanguage>;

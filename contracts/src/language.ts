import { z } from 'zod';

/** Interface and mail languages. */
export const languages = ['it', 'en', 'es'] as const;
/** A code of ISO 639-1; anything else is refused. */
export const language = z.enum(languages);
/** What a pro, a booking or a page is written in. */
export type Language = z.infer<typeof language>;
/** Default and fallback of the product. */
export const defaultLanguage: Language = 'it';

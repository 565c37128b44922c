import { z } from 'zod';

/** Interface and mail languages. */
export const languages = ['it', 'en', 'es'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;
/** Default and fallback of the product. */
export const defaultLanguage: Language = 'it';

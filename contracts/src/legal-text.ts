import { z } from 'zod';
import { language } from './language.ts';

/** Version, hash and language of a legal text that was shown or given to a person. */
export const legalText = z.strictObject({ version: z.string(), sha256: z.string().length(64), language });
export type LegalText = z.infer<typeof legalText>;

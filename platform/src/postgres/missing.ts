import { codeOf } from '../logging/log.ts';

/** SQLSTATEs undefined_table and undefined_column. */
const missing = new Set(['42P01', '42703']);

/** Whether a statement failed because its table or column does not exist (yet). */
export const isMissing = (error: unknown): boolean => missing.has(codeOf(error));

/** Returns the result, or null if its table or column does not exist. */
export const unlessMissing = <Read>(reading: Promise<Read>): Promise<Read | null> =>
  reading.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

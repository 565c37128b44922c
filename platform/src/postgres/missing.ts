import { codeOf } from '../core/log.ts';

/** SQLSTATEs of a table and a column that are not there. */
const missing = new Set(['42P01', '42703']);

/** Whether a statement failed since its table or column is not there: nothing made it yet, or a release that had none. */
export const isMissing = (error: unknown): boolean => missing.has(codeOf(error));

/** What is read; null where its table or column is not there. */
export const unlessMissing = <Read>(reading: Promise<Read>): Promise<Read | null> =>
  reading.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

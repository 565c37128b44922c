import { newId } from '../compat/new-id.ts';
import { ApiError } from './api.ts';

/** Creates idempotency keys: an identical request after a lost response gets the same key. */
export const createIdempotencyKeys = () => {
  let last = { text: '', key: '' };
  return {
    keyOf: (request: unknown): string => {
      const text = JSON.stringify(request);
      if (last.text !== text) last = { text, key: newId() };
      return last.key;
    },
    /** Called after a final response: the next request gets a new key. */
    answered: (): void => {
      last = { text: '', key: '' };
    },
  };
};

/**
 * Returns whether a failed request may have been executed: no response, a server error, or still in progress.
 */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'network' || error.status >= 500 || error.code === 'idempotency-in-progress');

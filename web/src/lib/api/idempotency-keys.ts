import { ApiError } from './api.ts';

/** Returns a random UUID; `crypto.randomUUID` is missing on insecure origins. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

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

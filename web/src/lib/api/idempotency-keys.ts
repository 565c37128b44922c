import { ApiError } from './api.ts';

/** A random UUID; `crypto.randomUUID` is missing on plain http addresses. */
export const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Keys for requests: one sent again word for word after a lost answer has the same key, so that it counts once. */
export const createIdempotencyKeys = () => {
  let last = { text: '', key: '' };
  return {
    keyOf: (request: unknown): string => {
      const text = JSON.stringify(request);
      if (last.text !== text) last = { text, key: newId() };
      return last.key;
    },
    /** A final answer came: the next request is another one. */
    answered: (): void => {
      last = { text: '', key: '' };
    },
  };
};

/** Whether what failed may be done, or be done yet: nothing answered, a service broke down over it, or is still at it. */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'network' || error.status >= 500 || error.code === 'idempotency-in-progress');

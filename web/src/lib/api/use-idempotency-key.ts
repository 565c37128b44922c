import { useState } from 'react';
import { createIdempotencyKeys, mayHaveHappened } from './idempotency-keys.ts';

/** Sends writes so that a retry after a lost response has the same idempotency key. */
export const useIdempotencyKey = () => {
  const [keys] = useState(createIdempotencyKeys);
  return async <Done>(request: unknown, send: (key: string) => Promise<Done>): Promise<Done> => {
    try {
      const done = await send(keys.keyOf(request));
      keys.answered();
      return done;
    } catch (error) {
      if (!mayHaveHappened(error)) keys.answered();
      throw error;
    }
  };
};

import { useState } from 'react';
import { createIdempotencyKeys, mayHaveHappened } from './idempotency-keys.ts';

/** Sends what must not happen twice: where it may have happened, the same sent again has the same key. */
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

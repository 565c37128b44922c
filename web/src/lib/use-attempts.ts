import { useState } from 'react';
import { createAttempts, mayHaveHappened } from './attempts.ts';

/** Sends what must not happen twice: where it may have happened, the same sent again has the same key. */
export const useAttempts = () => {
  const [attempts] = useState(createAttempts);
  return async <Done>(request: unknown, send: (key: string) => Promise<Done>): Promise<Done> => {
    try {
      const done = await send(attempts.keyOf(request));
      attempts.answered();
      return done;
    } catch (error) {
      if (!mayHaveHappened(error)) attempts.answered();
      throw error;
    }
  };
};

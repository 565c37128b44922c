import { useState } from 'react';
import { ApiError } from './api.ts';
import { createAttempts } from './attempts.ts';

/** Sends what must not happen twice: where its answer was lost, the same sent again has the same key. */
export const useAttempts = () => {
  const [attempts] = useState(createAttempts);
  return async <Done>(request: unknown, send: (key: string) => Promise<Done>): Promise<Done> => {
    try {
      const done = await send(attempts.keyOf(request));
      attempts.answered();
      return done;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'network')) attempts.answered();
      throw error;
    }
  };
};

import { useEffect, useState } from 'react';

/**
 * Runs `act` once requested, as soon as the results match the typed text, because Enter is often faster than
 * the response.
 */
export const useOnceSettled = (settled: boolean, act: () => void) => {
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    if (!requested || !settled) return;
    setRequested(false);
    act();
  });
  return { request: () => setRequested(true), drop: () => setRequested(false) };
};

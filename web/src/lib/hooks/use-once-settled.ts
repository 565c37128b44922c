import { useEffect, useState } from 'react';

/** Runs `act` once it was requested and the results belong to what was typed: Enter is often quicker than the answer. */
export const useOnceSettled = (settled: boolean, act: () => void) => {
  const [requested, setRequested] = useState(false);
  useEffect(() => {
    if (!requested || !settled) return;
    setRequested(false);
    act();
  });
  return { request: () => setRequested(true), drop: () => setRequested(false) };
};

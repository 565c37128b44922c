import { useEffect, useState } from 'react';

/**
 * Does what was wished for once what is found belongs to what was typed: Enter is often quicker than the answer. A user who
 * types on wishes for nothing yet.
 */
export const useOnceSettled = (settled: boolean, act: () => void) => {
  const [wished, setWished] = useState(false);
  useEffect(() => {
    if (!wished || !settled) return;
    setWished(false);
    act();
  });
  return { wish: () => setWished(true), drop: () => setWished(false) };
};

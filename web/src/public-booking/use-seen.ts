import { useEffect, useState } from 'react';

/** Returns whether the page has been visible for a number of seconds without a break. */
export const useSeen = (seconds: number): boolean => {
  const [seen, setSeen] = useState(seconds === 0);
  useEffect(() => {
    if (seen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setSeen(true), seconds * 1000);
    };
    count();
    document.addEventListener('visibilitychange', count);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', count);
    };
  }, [seen, seconds]);
  return seen;
};

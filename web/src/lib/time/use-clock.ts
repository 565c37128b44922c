import { useEffect, useState } from 'react';

const seconds = 15;

/** The current time, updated every {@link seconds}. */
export const useClock = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), seconds * 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

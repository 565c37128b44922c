import { useEffect, useState } from 'react';

const seconds = 15;

/** The instant, told anew every {@link seconds}, so that what runs by the minute runs on time. */
export const useClock = (): Date => {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), seconds * 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

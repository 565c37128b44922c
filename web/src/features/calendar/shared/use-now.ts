import { useEffect, useState } from 'react';
import { wallNow } from '../../../lib/time/wall-clock.ts';

const minute = 60_000;

/** Current wall time of a zone, updated every minute: `YYYY-MM-DDTHH:mm`. */
export const useNow = (timezone: string | undefined): string => {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), minute);
    return () => clearInterval(timer);
  }, []);
  return wallNow(timezone).slice(0, 16);
};

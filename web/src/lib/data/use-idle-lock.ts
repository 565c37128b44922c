import { useEffect } from 'react';
import { lock } from './leave.ts';
import { isIdle, locksWhenIdle, markUsed } from '../session/desk.ts';

const checkInterval = 5_000;
const uses = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Locks the browser after ten minutes without use in any of its tabs, if the account chose so. */
export const useIdleLock = (proId: string): void => {
  useEffect(() => {
    let told = 0;
    const use = () => {
      if (Date.now() - told < checkInterval) return;
      told = Date.now();
      // The first use after ten idle minutes may be another person's.
      if (!check()) markUsed();
    };
    const check = (): boolean => {
      const locks = locksWhenIdle(proId) && isIdle();
      if (locks) void lock();
      return locks;
    };
    use();
    for (const name of uses) addEventListener(name, use, { passive: true, capture: true });
    // A computer that slept is checked as soon as its page is seen again.
    document.addEventListener('visibilitychange', check);
    const timer = setInterval(check, checkInterval);
    return () => {
      for (const name of uses) removeEventListener(name, use, { capture: true });
      document.removeEventListener('visibilitychange', check);
      clearInterval(timer);
    };
  }, [proId]);
};

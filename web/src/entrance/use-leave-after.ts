import { useEffect } from 'react';
import { go } from './address.ts';

/** Navigates to a path some seconds after `started` becomes true. */
export const useLeaveAfter = (started: boolean, seconds: number, path: string): void =>
  useEffect(() => {
    if (!started) return;
    const timer = setTimeout(() => go(path, { replace: true }), seconds * 1000);
    return () => clearTimeout(timer);
  }, [started, seconds, path]);

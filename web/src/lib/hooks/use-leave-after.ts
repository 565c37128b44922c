import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Navigates to a path some seconds after `started` becomes true. */
export const useLeaveAfter = (started: boolean, seconds: number, path: string): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!started) return;
    const timer = setTimeout(() => void navigate(path, { replace: true }), seconds * 1000);
    return () => clearTimeout(timer);
  }, [started, seconds, path, navigate]);
};

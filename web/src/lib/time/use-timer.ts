import { useEffect, useRef, useState } from 'react';

/** Calls back once after some seconds; holding restarts the timer. */
export const useTimer = (seconds: number, onEnd: () => void) => {
  const [held, setHeld] = useState(false);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => end.current(), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, seconds]);
  return { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
};

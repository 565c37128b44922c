import { useEffect, useRef, useState } from 'react';

/** Calls back once after a while; holding it starts the while anew when let go. */
export const useTimer = (milliseconds: number, onEnd: () => void) => {
  const [held, setHeld] = useState(false);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => end.current(), milliseconds);
    return () => clearTimeout(timer);
  }, [held, milliseconds]);
  return { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
};

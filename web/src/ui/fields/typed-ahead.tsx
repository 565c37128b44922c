import { useEffect, useState } from 'react';

let typed = '';

/** Placeholder that collects keys typed while its component loads, so that they are no shortcuts. */
export const TypedAhead = () => {
  useEffect(() => {
    typed = '';
    const keep = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typed += event.key;
    };
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, []);
  return null;
};

/** Returns the collected text as the initial value. */
export const useTypedAhead = (): string => {
  const [before] = useState(() => typed);
  useEffect(() => {
    typed = '';
  }, []);
  return before;
};

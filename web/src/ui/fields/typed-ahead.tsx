import { useEffect, useState } from 'react';

let typed = '';

/** In the place of something that is still loading: what is typed meanwhile is meant for it, and is no shortcut. */
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

/** What was typed before it was there, to begin with. */
export const useTypedAhead = (): string => {
  const [before] = useState(() => typed);
  useEffect(() => {
    typed = '';
  }, []);
  return before;
};

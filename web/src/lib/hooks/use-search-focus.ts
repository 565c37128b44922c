import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Navigation state that requests focus on the search field. */
export const searchState = { search: true } as const;

/** Focuses the search field after a navigation that requests it. */
export const useSearchFocus = () => {
  const field = useRef<HTMLInputElement>(null);
  const { key, state } = useLocation();
  const wanted = (state as Partial<typeof searchState> | null)?.search === true;
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [key, wanted]);
  return field;
};

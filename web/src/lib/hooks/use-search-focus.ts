import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The state of a navigation that wants the search field. */
export const searchState = { search: true } as const;

/** Focuses the search field each time the user came here to search. */
export const useSearchFocus = () => {
  const field = useRef<HTMLInputElement>(null);
  const { key, state } = useLocation();
  const wanted = (state as Partial<typeof searchState> | null)?.search === true;
  useEffect(() => {
    if (wanted) field.current?.focus();
  }, [key, wanted]);
  return field;
};

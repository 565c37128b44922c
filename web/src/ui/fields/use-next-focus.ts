import { useEffect, type RefObject } from 'react';

/** Marks controls after which the focus moves on: from the patient to a free time, from there to sending. */
export const advancing = { 'data-advances': true } as const;

/** Focuses the next control once it appears, if the focus is on an advancing control. */
export const useNextFocus = (shown: boolean, next: () => HTMLElement | null | undefined): void => {
  useEffect(() => {
    if (shown && document.activeElement?.closest('[data-advances]')) next()?.focus();
    // The focus moves after a change only, not after a re-render.
  }, [shown]);
};

/** Focuses an element once it exists, if `wanted`. */
export const useFocusOnShow = (element: RefObject<HTMLElement | null>, wanted: boolean): void => {
  useEffect(() => {
    if (wanted) element.current?.focus();
  }, [element, wanted]);
};

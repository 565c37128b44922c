import { useEffect, type RefObject } from 'react';

/** Marks what leads on once it was pressed: from the patient to a free time, from there to sending. */
export const advancing = { 'data-leads': true } as const;

/** Moves the focus on where what comes next is there; who writes elsewhere stays where they write. */
export const useNextFocus = (there: boolean, next: () => HTMLElement | null | undefined): void => {
  useEffect(() => {
    if (there && document.activeElement?.closest('[data-leads]')) next()?.focus();
    // Only what comes moves the focus, not what is drawn anew.
  }, [there]);
};

/** Has the focus as soon as it is there, where something was pressed to bring it. */
export const useFocusOnShow = (element: RefObject<HTMLElement | null>, wanted: boolean): void => {
  useEffect(() => {
    if (wanted) element.current?.focus();
  }, [element, wanted]);
};

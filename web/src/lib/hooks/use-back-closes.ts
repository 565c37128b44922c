import { useLayoutEffect, useRef } from 'react';

/** Close functions of the open dialogs. They share one history entry, because one dialog may replace another. */
const open = new Set<() => void>();

/** True between `history.back()` and its `popstate` event. */
let leaving = false;

const mark = 'visita.dialog';

/** Returns whether the current history entry is the dialogs' own: a page opened meanwhile has another. */
const isOwn = (): boolean => (history.state as Record<string, unknown> | null)?.[mark] === true;

/** Adds a history entry that keeps the page's own state, such as its token. */
const enter = () => {
  if (!leaving && !isOwn()) history.pushState({ ...history.state, [mark]: true }, '');
};

const leave = () => {
  if (open.size > 0 || leaving || !isOwn()) return;
  leaving = true;
  history.back();
};

addEventListener('popstate', () => {
  if (leaving) {
    leaving = false;
    // A dialog opened in the meantime needs its own entry.
    if (open.size > 0) enter();
    return;
  }
  // Back from a page that was opened over the dialog.
  if (isOwn()) return;
  for (const close of open) close();
});

/**
 * Makes the Back button close a dialog, as on a phone, instead of leaving the page. A dialog that replaces
 * another keeps the same history entry.
 */
export const useBackCloses = (opened: boolean, close: () => void): void => {
  const latest = useRef(close);
  useLayoutEffect(() => void (latest.current = close));
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const closeLatest = () => latest.current();
    open.add(closeLatest);
    enter();
    return () => {
      open.delete(closeLatest);
      // Waits for a dialog that replaces this one to open.
      setTimeout(leave);
    };
  }, [opened]);
};

import { useLayoutEffect, useRef } from 'react';

/**
 * Close functions of the open dialogs. They share one history entry, because one dialog may replace another.
 */
const open = new Set<() => void>();
let entered = false;
/** True between `history.back()` and its `popstate` event. */
let leaving = false;

/** Adds a history entry that keeps the page's own state, such as its token. */
const enter = () => {
  if (!entered && !leaving) {
    history.pushState(history.state, '');
    entered = true;
  }
};

const leave = () => {
  if (!entered || open.size > 0) return;
  entered = false;
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
  if (!entered) return;
  entered = false;
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

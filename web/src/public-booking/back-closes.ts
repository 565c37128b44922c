import { useLayoutEffect, useRef } from 'react';

/** What closes each open dialog. They share one entry of the history, since one may follow another at once. */
const open = new Set<() => void>();
let entered = false;
/** Our own step back is on its way: the browser tells it later. */
let leaving = false;

/** What a page remembers of itself there, such as its token, stays. */
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
    // What opened meanwhile is not what the step back was for.
    if (open.size > 0) enter();
    return;
  }
  if (!entered) return;
  entered = false;
  for (const close of open) close();
});

/**
 * Has the way back close a dialog, as a phone's sheets do, and not leave the page. What opens is there before what
 * closes is left, so a dialog that follows another keeps the entry.
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
      // Not before the next one has opened.
      setTimeout(leave);
    };
  }, [opened]);
};

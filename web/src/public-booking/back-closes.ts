import { useEffect, useRef } from 'react';

/** What closes each open dialog. They share one entry of the history, since one may follow another at once. */
const open = new Set<() => void>();
let entered = false;

/** What a page remembers of itself there, such as its token, stays. */
const enter = () => {
  if (!entered) history.pushState(history.state, '');
  entered = true;
};

const leave = () => {
  if (!entered || open.size > 0) return;
  entered = false;
  history.back();
};

addEventListener('popstate', () => {
  if (!entered) return;
  entered = false;
  for (const close of open) close();
});

/** Has the way back close a dialog, as a phone's sheets do, and not leave the page. */
export const useBackCloses = (opened: boolean, close: () => void): void => {
  const latest = useRef(close);
  useEffect(() => void (latest.current = close));
  useEffect(() => {
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

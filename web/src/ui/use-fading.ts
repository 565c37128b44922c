import { useState } from 'react';

/** Opened state of a panel that is mounted only while it shows: `close` fades it, then tells its owner. */
export const useFading = (onClosed: () => void) => {
  const [opened, setOpened] = useState(true);
  return { opened, close: () => setOpened(false), onExitTransitionEnd: onClosed };
};

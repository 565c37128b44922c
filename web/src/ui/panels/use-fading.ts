import { useState } from 'react';

/** Opened state of a panel that is mounted only while it shows: `onClose` fades it, then tells its owner. */
export const useFading = (onClosed: () => void) => {
  const [opened, setOpened] = useState(true);
  return { opened, onClose: () => setOpened(false), onExitTransitionEnd: onClosed };
};

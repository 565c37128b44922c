import { useState } from 'react';

/**
 * Opened state of a panel that is mounted only while visible: `onClose` fades it out, then informs its owner.
 */
export const useFading = (onClosed: () => void) => {
  const [opened, setOpened] = useState(true);
  return { opened, onClose: () => setOpened(false), onExitTransitionEnd: onClosed };
};

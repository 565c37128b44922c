import { useEffect, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import './printed.css';

type Props = {
  /** Called after printing. */
  onPrinted?: () => void;
  /** Renders the printed content. */
  children: () => ReactNode;
};

/** Prints its content instead of the screen, by a call of `print` or the browser's print command. */
export const Printed = ({ onPrinted, children }: Props) => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the DOM as it is when the event handler returns.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => {
      setPrinting(false);
      onPrinted?.();
    };
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, [onPrinted]);
  return printing && createPortal(<div className="printed">{children()}</div>, document.body);
};

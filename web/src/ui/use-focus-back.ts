import { type MouseEvent, useEffect, useRef, useState } from 'react';

/** An entry of the calendar where it stands by now, or the calendar where it was deleted or moved out of sight. */
export const entryOrCalendar = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`button[data-entry="${CSS.escape(id)}"]`) ??
  document.querySelector<HTMLElement>('.calendar-grid [role="region"], .calendar-grid[role="region"]');

/** An entry of the calendar may have been drawn anew meanwhile. */
const again = (element: HTMLElement): HTMLElement | null => {
  if (element.isConnected) return element;
  const entry = element.dataset['entry'];
  return entry ? entryOrCalendar(entry) : null;
};

/** Gives the focus back to what had it before a panel opened, once that is closed. */
export const useFocusBack = (opened: boolean): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    if (opened) return;
    // After the panel's own trap let go.
    const timer = setTimeout(() => {
      if (before instanceof HTMLElement && before !== document.body)
        again(before)?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [opened, before]);
};

/**
 * Gives the focus back to what was pressed, once nothing is open that it led to; the answer is told of each press. Something
 * pressed may be disabled while it sends, and what opens may be followed by another dialog: neither is where focus was.
 */
export const useFocusOnPressed = (opened: boolean): ((event: MouseEvent<HTMLElement>) => void) => {
  const pressed = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (opened) return;
    const timer = setTimeout(() => pressed.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [opened]);
  return ({ currentTarget }) => {
    pressed.current = currentTarget;
  };
};

import { type MouseEvent, useEffect, useRef, useState } from 'react';

/** An entry of the calendar where it stands by now, or the calendar where it was deleted or moved out of sight. */
export const entryOrCalendar = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`button[data-entry="${CSS.escape(id)}"]`) ??
  document.querySelector<HTMLElement>('.calendar-grid [role="region"], .calendar-grid[role="region"]');

const dialogs = '[role="dialog"], [role="alertdialog"]';

/** What had the focus when the first of the panels opened that follow one another: theirs is gone with them. */
let outside: HTMLElement | null = null;

/** An entry of the calendar may have been drawn anew meanwhile, and a panel may have led to another one. */
const again = (element: HTMLElement): HTMLElement | null => {
  if (element.isConnected) return element;
  const entry = element.dataset['entry'];
  return entry ? entryOrCalendar(entry) : outside;
};

const focused = (): HTMLElement | null => {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return null;
  if (!at.closest(dialogs)) outside = at;
  return at;
};

/** Gives the focus back to what had it before a panel opened, once that is closed or gone. */
export const useFocusBack = (opened: boolean): void => {
  const [seen, setSeen] = useState(() => ({ opened, before: focused() }));
  if (seen.opened !== opened) setSeen({ opened, before: opened ? focused() : seen.before });
  const { before } = seen;
  const open = useRef(false);
  useEffect(() => {
    if (!opened) return undefined;
    open.current = true;
    return () => {
      open.current = false;
      const left = document.activeElement;
      // After the panel's own trap let go. A panel that closes at once is gone by then, and nothing may call this off.
      setTimeout(() => {
        const at = document.activeElement;
        // What opened meanwhile keeps it.
        const taken = at !== left && at?.closest(dialogs);
        if (before && !open.current && !taken) again(before)?.focus({ preventScroll: true });
      });
    };
  }, [opened, before]);
};

/**
 * Gives the focus back to what was pressed, once nothing is open that it led to; the answer is told of each press. Something
 * pressed may be disabled while it sends, and what opens may be followed by another dialog: neither is where focus was.
 */
export const useFocusOnPressed = (
  opened: boolean,
): ((event: Pick<MouseEvent<HTMLElement>, 'currentTarget'>) => void) => {
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

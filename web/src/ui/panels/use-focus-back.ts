import { type MouseEvent, useEffect, useRef, useState } from 'react';

/** Returns a calendar entry's current element, or the calendar if the entry is gone. */
export const entryOrCalendar = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`button[data-entry="${CSS.escape(id)}"]`) ??
  document.querySelector<HTMLElement>('.calendar-grid [role="region"], .calendar-grid[role="region"]');

const dialogs = '[role="dialog"], [role="alertdialog"]';

/** Element focused before the first of several successive panels. */
let outside: HTMLElement | null = null;

/** Returns the current element of a re-rendered calendar entry, or the focus before the first panel. */
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

/** Restores the focus after a panel closes or unmounts. */
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
      // The focus is restored after the panel's focus trap is released, and unmounting the panel
      // must not cancel it.
      setTimeout(() => {
        const at = document.activeElement;
        // A dialog opened in the meantime keeps the focus.
        const taken = at !== left && at?.closest(dialogs);
        if (before && !open.current && !taken) again(before)?.focus({ preventScroll: true });
      });
    };
  }, [opened, before]);
};

/**
 * Restores the focus to the pressed element once everything it opened is closed; the returned function
 * records each press. The element may be disabled while sending, and another dialog may follow.
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

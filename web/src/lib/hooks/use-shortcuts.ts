import { useHotkeys, type HotkeyItem } from '@mantine/hooks';
import { useAtomValue } from 'jotai';
import { shortcutsOnAtom } from '../state/shortcuts.atoms.ts';

/** Shortcuts in the order of the help, with their displayed keys. */
export const shortcutKeys = {
  newBooking: 'N',
  block: 'B',
  sheet: 'O',
  search: '/',
  today: 'T',
  next: 'J',
  previous: 'K',
  month: 'M',
  week: 'W',
  day: 'D',
  help: '?',
} as const;

/** Keys of a focused calendar entry, and of one that was cut. */
export const entryKeys = {
  neighbours: '← ↑ ↓ →',
  details: '↵',
  peek: '.',
  cut: 'Ctrl X',
  paste: 'Ctrl V',
} as const;

/** Keys that also work in fields and dialogs, and when single keys are turned off. */
export const lockKeys = { lock: 'Alt L' } as const;

export type Shortcut = keyof typeof shortcutKeys;

/** Punctuation may need Shift, depending on the keyboard layout; letters never do. */
const hotkeysOf = (key: string) => (/\w/.test(key) ? [key] : [key, `shift+${key}`]);

/** Returns whether a dialog is open that the page is behind; a panel beside the page is none. */
const isInDialog = () =>
  document.querySelector('[role="dialog"]:not([data-beside]), [role="alertdialog"]') !== null;

/** Runs actions on single keys, except in fields, behind dialogs, with modifiers, or when turned off. */
export const useShortcuts = (actions: Partial<Record<Shortcut, () => void>>): void => {
  const on = useAtomValue(shortcutsOnAtom);
  const run = (action: () => void) => (event: KeyboardEvent) => {
    if (event.repeat || isInDialog()) return;
    event.preventDefault();
    action();
  };
  const hotkeys = (Object.entries(actions) as [Shortcut, () => void][]).flatMap(([name, action]) =>
    hotkeysOf(shortcutKeys[name]).map((key): HotkeyItem => [key, run(action), { preventDefault: false }]),
  );
  useHotkeys(on ? hotkeys : []);
};

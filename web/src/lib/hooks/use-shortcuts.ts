import { useHotkeys, type HotkeyItem } from '@mantine/hooks';
import { useAtomValue } from 'jotai';
import { shortcutsOnAtom } from '../state/shortcuts.atoms.ts';

/** Everything that has a key, in the order of the help, with the key as it is shown. */
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

/** Keys of an entry of the calendar that has the focus, and of one that was cut. */
export const entryKeys = {
  neighbours: '← ↑ ↓ →',
  details: '↵',
  peek: '.',
  cut: 'Ctrl X',
  paste: 'Ctrl V',
} as const;

export type Shortcut = keyof typeof shortcutKeys;

/** Signs are typed with or without Shift, as the keyboard's country has it; letters never with it. */
const hotkeysOf = (key: string) => (/\w/.test(key) ? [key] : [key, `shift+${key}`]);

const isInDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/** Does something at a single key: never in fields, behind dialogs or with modifiers, nor where the pro turned it off. */
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

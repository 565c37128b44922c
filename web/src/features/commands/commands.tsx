import type { Pro } from '@visita/contracts/pro/views';
import { useHotkeys } from '@mantine/hooks';
import { useSetAtom } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { shortcutsHelpAtom } from '../../lib/state/shortcuts.atoms.ts';
import { searchState } from '../../lib/hooks/use-search-focus.ts';
import { useShortcuts } from '../../lib/hooks/use-shortcuts.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { TypedAhead } from '../../ui/fields/typed-ahead.tsx';
import classes from './commands-button.module.css';
import type { Action } from './found.ts';

const CommandsDialog = lazy(async () => ({
  default: (await import('./commands.dialog.tsx')).CommandsDialog,
}));

const screens = {
  calendar: paths.calendar,
  today: paths.today,
  patients: paths.patients,
  clinic: paths.clinic,
  overview: paths.overview,
  inactivity: paths.inactivity,
  setting: paths.setting,
  accountData: paths.account,
} as const;

const useActions = (desk: boolean): Action[] => {
  const { t } = useTranslation(['common', 'shortcuts']);
  const navigate = useNavigate();
  const openNewBooking = useSetAtom(newBookingAtom);
  const setHelping = useSetAtom(shortcutsHelpAtom);
  return [
    { name: t(($) => $.nav.newBooking), run: () => openNewBooking({ day: null, time: '' }) },
    ...(Object.keys(screens) as (keyof typeof screens)[])
      .filter((screen) => !desk || screen !== 'overview')
      .map((screen) => ({
        name: t(($) => $.nav[screen]),
        run: () => void navigate(screens[screen], screen === 'patients' ? { state: searchState } : {}),
      })),
    { name: t(($) => $.shortcuts.title), run: () => setHelping(true) },
  ];
};

type Props = {
  pro: Pro;
  /** Whether the account works at receptions only: it has no overview. */
  desk: boolean;
};

/** Opens the command dialog by button, `/` or Ctrl-K. */
export const Commands = ({ pro, desk }: Props) => {
  const { t } = useTranslation(['common', 'shortcuts']);
  const [opened, setOpened] = useState(false);
  const actions = useActions(desk);
  const open = () => setOpened(true);
  useShortcuts({ search: open });
  // With a modifier the shortcut also works in text fields.
  useHotkeys([['mod+K', () => document.querySelector('[role="dialog"]') ?? open()]], []);
  return (
    <>
      <button
        type="button"
        className={classes['open']}
        aria-label={t(($) => $.shortcuts.commands.title)}
        onClick={open}
      >
        <Icon name="search" size={18} />
        <span aria-hidden="true">{t(($) => $.shortcuts.commands.open)}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      <Suspense fallback={<TypedAhead />}>
        {opened && <CommandsDialog pro={pro} actions={actions} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
};

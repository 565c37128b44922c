import { useAtom, useSetAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { shortcutsHelpAtom } from '../../lib/state/shortcuts.atoms.ts';
import { searchState } from '../../lib/use-search-focus.ts';
import { useShortcuts } from '../../lib/use-shortcuts.ts';

const ShortcutsHelp = lazy(async () => ({
  default: (await import('./shortcuts-help.dialog.tsx')).ShortcutsHelp,
}));

/** The keys that work on every screen of the dashboard, and the list of all of them. */
export const Shortcuts = () => {
  const [helping, setHelping] = useAtom(shortcutsHelpAtom);
  const openNewBooking = useSetAtom(newBookingAtom);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useShortcuts({
    newBooking: () => openNewBooking({ day: null, time: '' }),
    search: () => void navigate(paths.patients, { state: searchState, replace: pathname === paths.patients }),
    help: () => setHelping(true),
  });
  return (
    <Suspense fallback={null}>{helping && <ShortcutsHelp onClose={() => setHelping(false)} />}</Suspense>
  );
};

import type { Pro } from '@visita/contracts/pro/views';
import { useHotkeys } from '@mantine/hooks';
import { useAtom, useSetAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { blockAtom, newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { shortcutsHelpAtom } from '../../lib/state/shortcuts.atoms.ts';
import { lock } from '../../lib/data/leave.ts';
import { useIdleLock } from '../../lib/data/use-idle-lock.ts';
import { useShortcuts } from '../../lib/hooks/use-shortcuts.ts';

const ShortcutsHelp = lazy(async () => ({
  default: (await import('./shortcuts-help.dialog.tsx')).ShortcutsHelp,
}));

/** Shortcuts of every screen, the dialog that lists them, and the lock. */
export const Shortcuts = ({ pro }: { pro: Pro }) => {
  const [helping, setHelping] = useAtom(shortcutsHelpAtom);
  const openNewBooking = useSetAtom(newBookingAtom);
  const openBlock = useSetAtom(blockAtom);
  const navigate = useNavigate();
  useShortcuts({
    newBooking: () => openNewBooking({ day: null, time: '' }),
    block: () => openBlock({ day: null, time: '' }),
    sheet: () => void navigate(paths.today),
    help: () => setHelping(true),
  });
  useHotkeys([['alt+L', () => void lock(), { usePhysicalKeys: true }]], []);
  useIdleLock(pro.id);
  return (
    <Suspense fallback={null}>{helping && <ShortcutsHelp onClose={() => setHelping(false)} />}</Suspense>
  );
};

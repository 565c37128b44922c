import type { Pro } from '@visita/contracts/pro/views';
import { useAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../app/paths.ts';
import { welcomedAtom } from './welcome.atoms.ts';

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }));

/** Above the clinics, where a new pro lands, what to do next; everybody else loads nothing of it. */
export const Welcome = ({ pro }: { pro: Pro }) => {
  const [welcomed, setWelcomed] = useAtom(welcomedAtom);
  const { pathname } = useLocation();
  // Not above the calendar: its first load has no kilobytes to spare.
  if (pathname !== paths.clinic || welcomed.includes(pro.id)) return null;
  return (
    <Suspense fallback={null}>
      <WelcomeCard pro={pro} onOver={() => setWelcomed([...welcomed, pro.id])} />
    </Suspense>
  );
};

import type { Pro } from '@visita/contracts/pro/views';
import { useAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../app/paths.ts';
import { welcomedAtom } from './welcome.atoms.ts';

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }));

/** Above the calendar and the clinics, what a new pro does next; everybody else loads nothing of it. */
export const Welcome = ({ pro }: { pro: Pro }) => {
  const [welcomed, setWelcomed] = useAtom(welcomedAtom);
  const { pathname } = useLocation();
  const here = pathname === paths.calendar || pathname === paths.clinic;
  if (!here || welcomed.includes(pro.id)) return null;
  return (
    <Suspense fallback={null}>
      <WelcomeCard pro={pro} onOver={() => setWelcomed([...welcomed, pro.id])} />
    </Suspense>
  );
};

import type { Pro } from '@visita/contracts/pro/views';
import { useAtom } from 'jotai';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useClinics } from '../clinic/clinic.api.ts';
import { canBeBooked, ownClinics } from './steps.ts';
import { welcomedAtom } from './welcome.atoms.ts';

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }));

/**
 * Above the clinics, where a new pro lands, what to do next; above the calendar until the pro can be booked. Everybody
 * else loads nothing of it: the calendar's first load has no kilobytes to spare.
 */
export const Welcome = ({ pro }: { pro: Pro }) => {
  const [welcomed, setWelcomed] = useAtom(welcomedAtom);
  const { pathname } = useLocation();
  const own = ownClinics(pro.id, useClinics(pro).data ?? []);
  const unbookable = own.length > 0 && !canBeBooked(pro.id, own);
  const wanted = pathname === paths.clinic || (pathname === paths.calendar && unbookable);
  if (!wanted || welcomed.includes(pro.id)) return null;
  return (
    <Suspense fallback={null}>
      <WelcomeCard pro={pro} onOver={() => setWelcomed([...welcomed, pro.id])} />
    </Suspense>
  );
};

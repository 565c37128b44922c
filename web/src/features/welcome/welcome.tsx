import type { Pro } from '@visita/contracts/pro/views';
import { useAtom } from 'jotai';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { Loading } from '../../ui/feedback/states.tsx';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { canBeBooked, ownClinics } from './steps.ts';
import { welcomedAtom } from './welcome.atoms.ts';
import classes from './below.module.css';

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }));

/**
 * Above the clinics, where a new pro lands, what to do next; above the calendar until the pro can be booked. Everybody
 * else loads nothing of it: the calendar's first load has no kilobytes to spare.
 */
export const Welcome = ({ pro, children }: { pro: Pro; children: ReactNode }) => {
  const [welcomed, setWelcomed] = useAtom(welcomedAtom);
  const { pathname } = useLocation();
  const [there, setThere] = useState(false);
  const clinics = useClinics(pro);
  const own = ownClinics(pro.id, clinics.data ?? []);
  const unbookable = own.length > 0 && !canBeBooked(pro.id, own);
  const asked = !welcomed.includes(pro.id);
  const onCalendar = asked && pathname === paths.calendar;
  const wanted = asked && (pathname === paths.clinic || (onCalendar && unbookable));
  // The calendar is shown once it is known what stands above it, so that it never moves.
  const undecided = !clinics.data && !clinics.error;
  const waiting = onCalendar && (undecided || (unbookable && !there));
  return (
    <>
      <Suspense fallback={null}>
        {wanted && (
          <WelcomeCard
            pro={pro}
            onThere={() => setThere(true)}
            onOver={() => setWelcomed([...welcomed, pro.id])}
          />
        )}
      </Suspense>
      <div className={classes['below']} data-waiting={waiting}>
        {waiting && (
          <div className={classes['waiting']}>
            <Loading rows={2} height={200} />
          </div>
        )}
        {children}
      </div>
    </>
  );
};

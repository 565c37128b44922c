import type { Pro } from '@visita/contracts/pro/views';
import { useAtom } from 'jotai';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { Loading } from '../../ui/feedback/states.tsx';
import { isDeskOnly } from '../../lib/booking/hubs.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { canBeBooked, ownClinics } from './steps.ts';
import { welcomedAtom } from './welcome.atoms.ts';
import classes from './below.module.css';

const WelcomeCard = lazy(async () => ({ default: (await import('./welcome-card.tsx')).WelcomeCard }));

/**
 * Setup card above the clinics, and above the calendar until the professional can be booked. Others do not
 * load it, to keep the calendar's first load small.
 */
export const Welcome = ({ pro, children }: { pro: Pro; children: ReactNode }) => {
  const [welcomed, setWelcomed] = useAtom(welcomedAtom);
  const { pathname } = useLocation();
  const [there, setThere] = useState(false);
  const clinics = useClinics(pro);
  const own = ownClinics(pro.id, clinics.data ?? []);
  const unbookable = own.length > 0 && !canBeBooked(pro.id, own);
  const needed = !welcomed.includes(pro.id) && !isDeskOnly(clinics.data ?? [], pro);
  const onCalendar = needed && pathname === paths.calendar;
  const wanted = needed && (pathname === paths.clinic || (onCalendar && unbookable));
  // Delays the calendar until the card's presence is known, which avoids a layout shift.
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

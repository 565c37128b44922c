import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Failure, Stale } from '../../ui/states.tsx';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { usePro } from '../../lib/use-pro.ts';
import { bookingsOf, entriesOf, movedIn } from './calendar-events.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { halfHourHeight } from './calendar-scale.ts';
import type { Sight } from './calendar-sight.ts';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { filtersAtom, openBookingAtom, visibleAtom } from '../../lib/state/calendar.atoms.ts';
import classes from './calendar.module.css';
import { Filters } from './filters.tsx';
import { Legend } from './legend.tsx';
import { PrintBookings } from './print-bookings.tsx';
import type { Move } from './move-booking.dialog.tsx';

// Panels cost kilobytes that the calendar's first load can do without.
const BookingDetailsPanel = lazy(async () => ({
  default: (await import('./booking-details.panel.tsx')).BookingDetailsPanel,
}));

const MoveBookingDialog = lazy(async () => ({
  default: (await import('./move-booking.dialog.tsx')).MoveBookingDialog,
}));

export const CalendarScreen = () => {
  const { t } = useTranslation(['calendar', 'common']);
  const pro = usePro();
  const phone = useMediaQuery('(width < 768px)', undefined, { getInitialValueInEffect: false });
  const filters = useAtomValue(filtersAtom);
  const [visible, setVisible] = useAtom(visibleAtom);
  const [openBooking, setOpenBooking] = useAtom(openBookingAtom);
  const [move, setMove] = useState<Move | null>(null);
  const [sight, setSight] = useState<Sight>({ view: null, day: null });
  const openNewBooking = useSetAtom(newBookingAtom);
  const loads = { clinics: useClinics(pro), calendar: useCalendar(pro, visible) };
  const clinics = loads.clinics.data;
  const calendar = loads.calendar.data;
  // While other days are shown, what was loaded before stays: such days are missing, not empty.
  const missing = Object.values(loads).filter(({ error, at }) => error && !at);
  const entries = useMemo(
    () => (calendar ? entriesOf(movedIn(calendar, move), pro, filters) : []),
    [calendar, move, pro, filters],
  );
  const halfHour = useMemo(
    () => halfHourHeight(calendar ? bookingsOf(calendar, filters) : [], visible),
    [calendar, filters, visible],
  );
  const moved = calendar?.bookings.find(({ id }) => id === move?.id);
  const clinic = clinics?.find(({ id }) => id === filters.clinicId) ?? clinics?.[0];

  if (clinics?.length === 0) return <Navigate to={paths.clinic} replace />;
  return (
    <div className={classes['screen']}>
      <title>{`${t(($) => $.title)} · Visita`}</title>
      <h1 className="visually-hidden">{t(($) => $.title)}</h1>
      <div className={classes['bar']}>
        <Filters clinics={clinics ?? []}>
          <PrintBookings calendar={calendar} />
        </Filters>
        <Legend />
      </div>
      <Stale loads={loads} />
      {missing.length > 0 && (
        <Failure
          text={t(($) => $.loadFailed)}
          onRetry={() => missing.forEach(({ mutate }) => void mutate())}
        />
      )}
      <div className={classes['grid']}>
        <Skeleton
          className={classes['skeleton'] ?? ''}
          role="status"
          aria-label={t(($) => $.common.states.loading)}
        />
        {clinics && (
          <CalendarGrid
            key={phone ? 'phone' : 'desktop'}
            entries={entries}
            timezone={clinic?.timezone}
            phone={phone}
            sight={sight}
            halfHour={halfHour}
            // Until their bookings are there, days would look free.
            loaded={calendar !== undefined || missing.length > 0}
            onOpen={setOpenBooking}
            onDate={(day, time) => openNewBooking({ day, time })}
            onMove={setMove}
            onVisible={setVisible}
            onSight={setSight}
          />
        )}
      </div>
      {openBooking && (
        <Suspense fallback={null}>
          <BookingDetailsPanel
            key={openBooking}
            pro={pro}
            booking={calendar?.bookings.find(({ id }) => id === openBooking)}
            onClosed={() => setOpenBooking(null)}
          />
        </Suspense>
      )}
      {move && moved && (
        <Suspense fallback={null}>
          <MoveBookingDialog booking={moved} move={move} onDone={() => setMove(null)} />
        </Suspense>
      )}
    </div>
  );
};

import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Failure, Stale } from '../../ui/states.tsx';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import { usePro } from '../../lib/use-pro.ts';
import { daysInSight, turned } from './calendar-address.ts';
import classes from './calendar.module.css';
import { Filters } from './filters.tsx';
import { Legend } from './legend.tsx';
import type { Move } from './move-booking.dialog.tsx';
import { PrintBookings } from './print-bookings.tsx';
import './time-grid.css';
import { TimeGrid } from './time-grid.tsx';
import { Toolbar } from './toolbar.tsx';
import { useCalendarAddress } from './use-calendar-address.ts';
import { useCalendarContent } from './use-calendar-content.ts';
import { useNow } from './use-now.ts';

// What is not seen at first costs kilobytes that the calendar's first load can do without.
const Agenda = lazy(async () => ({ default: (await import('./agenda.tsx')).Agenda }));

const MonthGrid = lazy(async () => ({ default: (await import('./month-grid.tsx')).MonthGrid }));

const BookingDetailsPanel = lazy(async () => ({
  default: (await import('./booking-details.panel.tsx')).BookingDetailsPanel,
}));

const MoveBookingDialog = lazy(async () => ({
  default: (await import('./move-booking.dialog.tsx')).MoveBookingDialog,
}));

/** What the calendar shows, and ways to something else, by the address, the buttons and the keys. */
const useSight = (phone: boolean, today: string) => {
  const { address, go } = useCalendarAddress();
  const { clinicId, proIds } = address;
  const view = address.view ?? (phone ? 'day' : 'week');
  const date = address.date ?? today;
  const { from, to } = daysInSight(view, date);
  const visible = useMemo(() => ({ from, to }), [from, to]);
  const chosen = proIds.join(',');
  const filters = useMemo(
    () => ({ clinicId, proIds: chosen.split(',').filter(Boolean) }),
    [clinicId, chosen],
  );
  const turn = (by: 1 | -1) => go((now) => ({ date: turned(view, now.date ?? today, by) }));
  const show = (wanted: typeof view) => () => go({ view: wanted });
  const toToday = () => go({ date: null });
  useShortcuts({
    today: toToday,
    next: () => turn(1),
    previous: () => turn(-1),
    month: show('month'),
    week: show('week'),
    day: show('day'),
  });
  return { view, date, visible, filters, bookingId: address.bookingId, go, turn, toToday };
};

export const CalendarScreen = () => {
  const { t } = useTranslation(['calendar', 'common']);
  const pro = usePro();
  const phone = useMediaQuery('(width < 768px)', undefined, { getInitialValueInEffect: false });
  const clinicsLoad = useClinics(pro);
  const clinics = clinicsLoad.data;
  const timezone = clinics?.[0]?.timezone;
  const now = useNow(timezone);
  const today = now.slice(0, 10);
  const { view, date, visible, filters, bookingId, go, turn, toToday } = useSight(phone, today);
  const [move, setMove] = useState<Move | null>(null);
  const openNewBooking = useSetAtom(newBookingAtom);
  const setVisible = useSetAtom(visibleAtom);
  useEffect(() => setVisible(visible), [setVisible, visible]);
  const loads = { clinics: clinicsLoad, calendar: useCalendar(pro, visible) };
  const calendar = loads.calendar.data;
  // While other days are shown, what was loaded before stays: such days are missing, not empty.
  const missing = Object.values(loads).filter(({ error, at }) => error && !at);
  const { entries, halfHour, columns, hours, content, colourOf, professionals } = useCalendarContent({
    pro,
    clinics: clinics ?? [],
    calendar,
    filters,
    visible,
    view,
    move,
  });
  const moved = calendar?.bookings.find(({ id }) => id === move?.id);
  // Until their bookings are there, days would look free.
  const loaded = calendar !== undefined || missing.length > 0;
  const open = (id: string) => go({ bookingId: id });

  if (clinics?.length === 0) return <Navigate to={paths.clinic} replace />;
  return (
    <div className={classes['screen']}>
      <title>{`${t(($) => $.title)} · Visita`}</title>
      <h1 className="visually-hidden">{t(($) => $.title)}</h1>
      <Toolbar
        view={view}
        date={date}
        phone={phone}
        today={visible.from <= today && today < visible.to}
        onView={(wanted) => go({ view: wanted })}
        onTurn={turn}
        onToday={toToday}
        filters={
          <Filters
            clinics={clinics ?? []}
            professionals={professionals}
            filters={filters}
            onChange={(wanted) => go(wanted, true)}
          />
        }
      >
        <PrintBookings calendar={calendar} filters={filters} visible={visible} />
      </Toolbar>
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
        {clinics && (view === 'week' || view === 'day') && (
          <TimeGrid
            key={view}
            columns={columns}
            content={content}
            hours={hours}
            colourOf={colourOf}
            now={now}
            halfHour={halfHour}
            loaded={loaded}
            onOpen={open}
            onSpot={openNewBooking}
            onMove={setMove}
          />
        )}
        <Suspense fallback={null}>
          {clinics && view === 'month' && (
            <MonthGrid
              entries={entries}
              date={date}
              now={now}
              loaded={loaded}
              onOpen={open}
              onDay={(day) => openNewBooking({ day, time: '' })}
              onMove={setMove}
            />
          )}
          {clinics && view === 'agenda' && (
            <Agenda
              days={visible}
              entries={entries}
              today={today}
              loaded={loaded}
              colourOf={colourOf}
              onOpen={open}
            />
          )}
        </Suspense>
      </div>
      <Legend />
      {bookingId && (
        <Suspense fallback={null}>
          <BookingDetailsPanel
            key={bookingId}
            pro={pro}
            booking={calendar?.bookings.find(({ id }) => id === bookingId)}
            onClosed={() => go({ bookingId: null }, true)}
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

import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Failure, Stale } from '../../ui/states.tsx';
import { blockAtom, newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { usePro } from '../../lib/use-pro.ts';
import { wallTimeOf } from '../../lib/wall-clock.ts';
import classes from './calendar.module.css';
import { Filters } from './filters.tsx';
import { Legend } from './legend.tsx';
import type { Move } from './move-booking.dialog.tsx';
import { PrintBookings } from './print-bookings.tsx';
import './time-grid.css';
import { Toolbar } from './toolbar.tsx';
import { useBlocking } from './use-blocking.ts';
import { useCalendarContent } from './use-calendar-content.ts';
import { useMoving } from './use-moving.ts';
import { useNow } from './use-now.ts';
import { usePeek } from './use-peek.ts';
import { useSight } from './use-sight.ts';
import { Views } from './views.tsx';

// What is not seen at first costs kilobytes that the calendar's first load can do without.
const BookingDetailsPanel = lazy(async () => ({
  default: (await import('./booking-details.panel.tsx')).BookingDetailsPanel,
}));

const EntryPopover = lazy(async () => ({ default: (await import('./entry-popover.tsx')).EntryPopover }));

const CutBar = lazy(async () => ({ default: (await import('./cut-bar.tsx')).CutBar }));

const MoveBookingDialog = lazy(async () => ({
  default: (await import('./move-booking.dialog.tsx')).MoveBookingDialog,
}));

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
  // The booking whose panel opens to be edited.
  const [edited, setEdited] = useState<string | null>(null);
  const openNewBooking = useSetAtom(newBookingAtom);
  const openBlock = useSetAtom(blockAtom);
  const setVisible = useSetAtom(visibleAtom);
  useEffect(() => setVisible(visible), [setVisible, visible]);
  const loads = { clinics: clinicsLoad, calendar: useCalendar(pro, visible) };
  const calendar = loads.calendar.data;
  // While other days are shown, what was loaded before stays: such days are missing, not empty.
  const missing = Object.values(loads).filter(({ error, at }) => error && !at);
  const moving = useMoving(calendar, visible);
  const { cut } = moving;
  const bookingOf = (id: string | null | undefined) =>
    calendar?.bookings.find((booking) => booking.id === id);
  const cutOut = (id: string) => moving.setCut(bookingOf(id) ?? null);
  const { peek, close, stay, leave, handlers } = usePeek(cutOut);
  const peeked = bookingOf(peek?.id);
  const shown = useCalendarContent({
    pro,
    clinics: clinics ?? [],
    calendar,
    filters,
    visible,
    view,
    move: moving.move,
  });
  // Until their bookings are there, days would look free.
  const loaded = calendar !== undefined || missing.length > 0;
  const blocking = useBlocking({ pro, clinics: clinics ?? [], clinicId: filters.clinicId });
  const blockOf = (id: string) => calendar?.blocks.find((block) => block.id === id);
  const open = (id: string, toEdit = false) => {
    const block = blockOf(id);
    setEdited(toEdit ? id : null);
    if (block) openBlock(block);
    else go({ bookingId: id });
  };
  const moveTo = (wanted: Move) => {
    const block = blockOf(wanted.id);
    if (block) blocking.move(block, wanted);
    else moving.setMove(wanted);
  };

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
            professionals={shown.professionals}
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
      <Suspense fallback={null}>
        {cut && <CutBar booking={cut} onPaste={moving.paste} onCancel={() => moving.setCut(null)} />}
      </Suspense>
      {/* What a resting mouse or a long press opens, the entries' own keys do as well. */}
      <div className={classes['grid']} role="presentation" {...handlers}>
        <Skeleton
          className={classes['skeleton'] ?? ''}
          role="status"
          aria-label={t(($) => $.common.states.loading)}
        />
        {clinics && (
          <Views
            shown={shown}
            view={view}
            date={date}
            visible={visible}
            now={now}
            loaded={loaded}
            onOpen={open}
            onSpot={(spot) =>
              cut ? moving.pasteAt(`${spot.day}T${spot.time || wallTimeOf(cut.date)}`) : openNewBooking(spot)
            }
            onMove={moveTo}
            onBlock={blocking.mayBlock ? blocking.block : null}
            proId={pro.id}
          />
        )}
      </div>
      <Legend />
      {bookingId && (
        <Suspense fallback={null}>
          <BookingDetailsPanel
            key={bookingId}
            pro={pro}
            booking={bookingOf(bookingId)}
            editFirst={edited === bookingId}
            onClosed={() => go({ bookingId: null }, true)}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {peek && peeked && (
          <EntryPopover
            peek={peek}
            booking={peeked}
            onPointerEnter={stay}
            onPointerLeave={leave}
            onClose={close}
            onMove={() => {
              close();
              open(peek.id, true);
            }}
            onCut={() => {
              close();
              cutOut(peek.id);
            }}
          />
        )}
        {moving.move && moving.moved && (
          <MoveBookingDialog booking={moving.moved} move={moving.move} onDone={moving.done} />
        )}
      </Suspense>
    </div>
  );
};

import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Skeleton } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { lazy, Suspense, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { Failure, Stale } from '../../ui/feedback/states.tsx';
import { clinicOfClock } from '../../lib/time/other-clock.ts';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { wallTimeOf } from '../../lib/time/wall-clock.ts';
import classes from './shared/calendar.module.css';
import { isAnothers, type Column } from './model/columns.ts';
import { Filters } from './toolbar/filters.tsx';
import { HourHeightChoice } from './toolbar/hour-height.tsx';
import { LayoutChoice } from './toolbar/layout-choice.tsx';
import { Legend } from './toolbar/legend.tsx';
import { MailsWaiting } from './toolbar/mails-waiting.tsx';
import { PrintButton, Printout } from './toolbar/print-bookings.tsx';
import './grid/time-grid.css';
import { Toolbar } from './toolbar/toolbar.tsx';
import { moveTo as moveOf } from './move/use-moving.ts';
import { useCalendarContent } from './use-calendar-content.ts';
import { useEntries } from './use-entries.ts';
import { useSeen, type Seen } from './use-seen.ts';
import { Views } from './views.tsx';

// Loaded lazily, because they are not needed for the calendar's first load.
const BookingDetailsPanel = lazy(async () => ({
  default: (await import('./booking/booking-details.panel.tsx')).BookingDetailsPanel,
}));

const EntryPopover = lazy(async () => ({ default: (await import('./peek/entry-popover.tsx')).EntryPopover }));

const CutBar = lazy(async () => ({ default: (await import('./move/cut-bar.tsx')).CutBar }));

const RefusedBar = lazy(async () => ({ default: (await import('./move/cut-bar.tsx')).RefusedBar }));

const MoveBookingDialog = lazy(async () => ({
  default: (await import('./move/move-booking.dialog.tsx')).MoveBookingDialog,
}));

const HandOverBlock = lazy(async () => ({
  default: (await import('./move/hand-over-block.tsx')).HandOverBlock,
}));

/** Constant, so that the reference is stable while clinics load. */
const nowhere: readonly ClinicView[] = [];

type Acted = { seen: Seen; acts: ReturnType<typeof useEntries> };

const Tools = ({ seen, shown }: { seen: Seen; shown: ReturnType<typeof useCalendarContent> }) => {
  const { now, sight, clinics, calendar } = seen;
  const { view, date, visible, filters, go, turn, toToday } = sight;
  const today = now.slice(0, 10);
  return (
    <Toolbar
      view={view}
      date={date}
      today={visible.from <= today && today < visible.to}
      onView={(wanted) => go({ view: wanted })}
      onTurn={turn}
      onToday={toToday}
      inForce={Number(filters.clinicId !== null) + Number(filters.proIds.length > 0)}
      filters={
        <Filters
          clinics={clinics ?? []}
          professionals={shown.professionals}
          filters={filters}
          onChange={(wanted) => go(wanted, true)}
        />
      }
    >
      {(folded) => (
        <>
          {(view === 'day' || (view === 'week' && !seen.phone && shown.layout !== 'professionals')) && (
            <HourHeightChoice folded={folded} height={shown.hourHeight} onChange={shown.setHourHeight} />
          )}
          <PrintButton ready={calendar !== undefined} labelled={folded} />
        </>
      )}
    </Toolbar>
  );
};

type Spot = Parameters<ComponentProps<typeof Views>['onSpot']>[0];

/** Returns the professional to whom a paste would move the booking; undefined if they stay the same. */
const pastedTo = (
  { day, proId }: Spot,
  cut: BookingView,
  { columns, filters }: { columns: readonly Column[]; filters: { proIds: readonly string[] } },
): string | undefined => {
  const column = columns.find((one) => one.day === day && one.pro?.id === proId);
  if (!column || proId === null || proId === cut.pro_id) return undefined;
  return isAnothers(columns, column, cut.pro_id) || filters.proIds.length > 0 ? proId : undefined;
};

/** Days with a skeleton until they are loaded. */
const Days = ({ seen, acts, shown }: Acted & { shown: ReturnType<typeof useCalendarContent> }) => {
  const { t } = useTranslation('common');
  const { now, sight, clinics, calendar, missing } = seen;
  const { moving, blocking, open, moveTo, peeking } = acts;
  const openNewBooking = useSetAtom(newBookingAtom);
  const { cut } = moving;
  const choose = (spot: Spot) => {
    moving.setRefused(null);
    if (!cut) openNewBooking(spot);
    else
      moveTo(
        moveOf(cut, `${spot.day}T${spot.time || wallTimeOf(cut.date)}`),
        pastedTo(spot, cut, { columns: shown.columns, filters: sight.filters }),
      );
  };
  return (
    // Hover and long press have keyboard equivalents on the entries.
    <div className={classes['grid']} role="presentation" {...peeking.handlers}>
      <Skeleton className={classes['skeleton'] ?? ''} role="status" aria-label={t(($) => $.states.loading)} />
      {clinics && (
        <Views
          shown={shown}
          view={sight.view}
          date={sight.date}
          visible={sight.visible}
          listed={seen.phone}
          now={now}
          // Unloaded days must not look free.
          loaded={calendar !== undefined || missing.length > 0}
          onOpen={open}
          onSpot={choose}
          onMove={moveTo}
          onBlock={blocking.mayBlock ? blocking.block : null}
        />
      )}
    </div>
  );
};

const Details = ({ seen, acts }: Acted) => {
  const { bookingId, go } = seen.sight;
  return (
    bookingId && (
      <Suspense fallback={null}>
        <BookingDetailsPanel
          key={bookingId}
          pro={seen.pro}
          booking={acts.bookingOf(bookingId)}
          editFirst={acts.edited === bookingId}
          onClosed={() => go({ bookingId: null }, true)}
        />
      </Suspense>
    )
  );
};

const Overlays = ({ moving, bookingOf, cutOut, open, peeking, ...acts }: Acted['acts']) => {
  const { handOver, setHandOver } = acts;
  const { peek, close, stay, leave } = peeking;
  const peeked = bookingOf(peek?.id);
  const closed = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <Suspense fallback={null}>
      {peek && peeked && (
        <EntryPopover
          peek={peek}
          booking={peeked}
          onPointerEnter={stay}
          onPointerLeave={leave}
          onClose={close}
          onMove={closed(() => open(peek.id, true))}
          onCut={closed(() => cutOut(peek.id))}
        />
      )}
      {moving.move && moving.moved && (
        <MoveBookingDialog booking={moving.moved} move={moving.move} onDone={moving.done} />
      )}
      {handOver && <HandOverBlock {...handOver} onDone={() => setHandOver(null)} />}
    </Suspense>
  );
};

const isEmpty = ({ bookings, blocks, held, hubInactivities, clinicInactivities }: ProCalendar): boolean =>
  [bookings, blocks, held, hubInactivities, clinicInactivities].every((entries) => entries.length === 0);

/** Returns whether a professional has no clinic, and no entries in archived ones. */
const useIsUnused = (pro: Pro, clinics: readonly ClinicView[] | undefined): boolean => {
  const input = clinics?.length === 0 ? { params: { proId: pro.id }, query: {} } : null;
  const whole = useCall('getProCalendar', input).data?.data;
  return input !== null && whole !== undefined && isEmpty(whole);
};

export const CalendarScreen = () => {
  const { t } = useTranslation('calendar');
  const seen = useSeen(usePro());
  const acts = useEntries(seen);
  const { pro, sight, clinics, calendar, missing } = seen;
  const { cut, move, paste, setCut, refused, setRefused } = acts.moving;
  const shown = useCalendarContent({
    ...sight,
    pro,
    clinics: clinics ?? nowhere,
    calendar,
    move,
    listed: seen.phone,
  });

  if (useIsUnused(pro, clinics)) return <Navigate to={paths.clinic} replace />;
  return (
    <div className={classes['screen']}>
      <title>{`${t(($) => $.title)} · Visita`}</title>
      <h1 className="visually-hidden">{t(($) => $.title)}</h1>
      <Tools seen={seen} shown={shown} />
      <LayoutChoice shown={shown} />
      <Printout
        calendar={calendar}
        filters={sight.filters}
        visible={sight.visible}
        timezone={clinicOfClock(clinics, sight.filters.clinicId)?.timezone}
      />
      <Stale loads={seen.loads} />
      {calendar?.mailsWaiting && (
        <MailsWaiting count={calendar.mailsWaiting} onLookAgain={() => void seen.loads.calendar.mutate()} />
      )}
      {missing.length > 0 && (
        <Failure
          text={t(($) => $.loadFailed)}
          onRetry={() => missing.forEach(({ mutate }) => void mutate())}
        />
      )}
      <Suspense fallback={null}>
        {cut && <CutBar booking={cut} onPaste={paste} onCancel={() => setCut(null)} />}
      </Suspense>
      <Suspense fallback={null}>
        {refused && (
          <RefusedBar
            booking={acts.bookingOf(refused.id) ?? (cut?.id === refused.id ? cut : undefined)}
            name={refused.name}
            onClose={() => setRefused(null)}
          />
        )}
      </Suspense>
      <Days seen={seen} acts={acts} shown={shown} />
      <Legend />
      <Details seen={seen} acts={acts} />
      <Overlays {...acts} />
    </div>
  );
};

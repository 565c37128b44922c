import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, Suspense, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { useSearchFocus } from '../../lib/hooks/use-search-focus.ts';
import { useShortcuts } from '../../lib/hooks/use-shortcuts.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { paths } from '../../lib/page/paths.ts';
import { useAddressText } from '../../lib/text/use-address-text.ts';
import { useClock } from '../../lib/time/use-clock.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { addDays, dateOf, longDay, wallNow } from '../../lib/time/wall-clock.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Printed } from '../../ui/print/printed.tsx';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { PrintedSheet } from './printed-sheet.tsx';
import { Counts, Lists } from './lists.tsx';
import { Offered } from './offered.tsx';
import { sheetOf, type Filters } from './sheet.ts';
import classes from './today.module.css';
import { ToCall } from './to-call.tsx';
import { DayButtons, SheetTools } from './tools.tsx';
import { useSheetAddress, type SheetAddress } from './use-sheet-address.ts';

type SheetProps = {
  calendar: Pick<ProCalendar, 'bookings' | 'held'>;
  address: SheetAddress;
  now: Date;
  ahead: Ahead;
};

const Sheet = ({ calendar: { bookings, held }, address, now, ahead }: SheetProps) => {
  const { t } = useTranslation('today');
  const [search, setSearch] = useAddressText('q');
  const field = useSearchFocus();
  const { date, day, clinic, pro, byProfessional } = address;
  const filters: Filters = { date, clinicId: clinic, proId: pro, search };
  const sheet = sheetOf(bookings, filters, now);
  const printed = ahead.tomorrow
    ? { day: addDays(day, 1), visits: sheetOf(bookings, { ...filters, date: addDays(day, 1) }, now).visits }
    : { day, visits: sheet.visits };
  useShortcuts({ search: () => field.current?.focus() });
  const isEmpty = sheet.clinics.length === 0;
  const texts = date ? ('emptyDay' as const) : ('empty' as const);
  return (
    <>
      {!isEmpty && <SheetTools {...{ sheet, address, search, setSearch, field }} />}
      {isEmpty && <Empty icon="calendar" title={t(($) => $[texts].title)} text={t(($) => $[texts].text)} />}
      {!isEmpty && <Counts visits={sheet.visits} />}
      <Offered held={held} filters={filters} now={now} />
      <ToCall visits={sheet.visits} now={now} onOpen={(id) => address.choose('booking', id)} />
      {!isEmpty && sheet.visits.length === 0 && <Text c="dimmed">{t(($) => $.notFound)}</Text>}
      {sheet.visits.length > 0 && <Lists key={day} sheet={sheet} address={address} now={now} />}
      <Printed onPrinted={ahead.done}>
        {() => <PrintedSheet {...printed} byProfessional={byProfessional} now={now} />}
      </Printed>
    </>
  );
};

/** Prints the shown day, or without showing it the day after. */
const useAhead = () => {
  const [tomorrow, setTomorrow] = useState(false);
  const done = useCallback(() => setTomorrow(false), []);
  const printTomorrow = () => {
    flushSync(() => setTomorrow(true));
    print();
  };
  return { tomorrow, done, printTomorrow };
};
type Ahead = ReturnType<typeof useAhead>;

const PrintButtons = ({ today, ahead }: { today: boolean; ahead: Ahead }) => {
  const { t } = useTranslation('today');
  const icon = <Icon name="print" size={18} />;
  return (
    <>
      {today && (
        <Button variant="default" leftSection={icon} onClick={ahead.printTomorrow}>
          {t(($) => $.printTomorrow)}
        </Button>
      )}
      <Button variant="default" leftSection={icon} onClick={() => print()}>
        {t(($) => $.print)}
      </Button>
    </>
  );
};

/** Returns the distance of a day in words: "tomorrow", "in 3 days". */
const distance = (from: string, day: string, language: string): string =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.round((dateOf(day).getTime() - dateOf(from).getTime()) / 86_400_000),
    'day',
  );

/** Panel with a visit's details. */
type Details = ComponentType<{
  pro: Pro;
  booking: BookingView | undefined;
  editFirst: boolean;
  onClosed: () => void;
}>;

const Opened = ({
  address,
  calendar,
  Panel,
}: {
  address: SheetAddress;
  calendar: ProCalendar;
  Panel: Details;
}) => {
  const pro = usePro();
  const { booking, choose } = address;
  return (
    booking && (
      <Suspense fallback={null}>
        <Panel
          key={booking}
          pro={pro}
          booking={calendar.bookings.find(({ id }) => id === booking)}
          editFirst={false}
          onClosed={() => choose('booking', null)}
        />
      </Suspense>
    )
  );
};

/** Visits of a day, by default today, live, with attendance and waiting times. */
export const TodayScreen = ({ details }: { details: Details }) => {
  const { t, i18n } = useTranslation('today');
  const language = currentLanguage(i18n);
  const now = useClock();
  const today = wallNow(undefined, now).slice(0, 10);
  const address = useSheetAddress(today);
  const { date, day } = address;
  // Today's range contains tomorrow, which can be printed ahead.
  const calendar = useCalendar(usePro(), { from: day, to: addDays(day, 2) });
  const ahead = useAhead();
  useShortcuts({
    today: address.toToday,
    next: () => address.turn(1),
    previous: () => address.turn(-1),
  });
  return (
    <Page
      className={classes['screen'] ?? ''}
      title={date ? longDay(date, language) : t(($) => $.title)}
      action={
        <Group gap={8}>
          <DayButtons address={address} />
          <Button component={Link} to={paths.waitingList} variant="default">
            {t(($) => $.waitingList)}
          </Button>
          <PrintButtons today={date === null} ahead={ahead} />
        </Group>
      }
    >
      <Text c="dimmed" className={classes['day'] ?? ''}>
        {date ? distance(today, date, language) : longDay(today, language)}
      </Text>
      <Loaded
        loads={{ calendar }}
        failed={t(($) => $.loadFailed)}
        skeleton={<Loading rows={6} height={36} />}
      >
        {({ calendar: loaded }) => (
          <>
            <Sheet calendar={loaded} address={address} now={now} ahead={ahead} />
            <Opened address={address} calendar={loaded} Panel={details} />
          </>
        )}
      </Loaded>
    </Page>
  );
};

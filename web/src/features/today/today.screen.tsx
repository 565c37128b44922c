import type { BookingView } from '@visita/contracts/booking/views';
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { countAttendance } from '../../lib/booking/attendance.ts';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { useClock } from '../../lib/time/use-clock.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { longDay, wallNow } from '../../lib/time/wall-clock.ts';
import { AllOrOne } from '../../ui/fields/all-or-one.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Empty, Loaded, Loading } from '../../ui/feedback/states.tsx';
import { nextOf, sheetOf } from './sheet.ts';
import classes from './today.module.css';
import { VisitRow } from './visit-row.tsx';

const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const choose = (name: 'clinic' | 'pro') => (value: string | null) =>
    setParams(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const filters = { clinicId: params.get('clinic'), proId: params.get('pro') };
  return { filters, chooseClinic: choose('clinic'), choosePro: choose('pro') };
};

const Counts = ({ visits }: { visits: readonly BookingView[] }) => {
  const { t } = useTranslation('today');
  const { waiting, attended, missed } = countAttendance(visits);
  const said = [
    t(($) => $.visits, { count: visits.length }),
    ...(waiting > 0 ? [t(($) => $.waiting, { count: waiting })] : []),
    ...(attended > 0 ? [t(($) => $.seen, { count: attended })] : []),
    ...(missed > 0 ? [t(($) => $.missed, { count: missed })] : []),
  ];
  return (
    <Text role="status" className="tabular">
      {said.join(' · ')}
    </Text>
  );
};

/** Scrolls once to the current visit, with the previous one visible. */
const useNowInSight = () => {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const next = list.current?.querySelector('[data-next]');
    if (next && next.getBoundingClientRect().bottom > innerHeight) next.scrollIntoView({ block: 'center' });
  }, []);
  return list;
};

const Sheet = ({ bookings, now }: { bookings: readonly BookingView[]; now: Date }) => {
  const { t } = useTranslation('today');
  const pro = usePro();
  const { filters, chooseClinic, choosePro } = useFilters();
  const { visits, clinics, professionals } = sheetOf(bookings, filters, now);
  const next = nextOf(visits, now);
  const list = useNowInSight();
  if (visits.length === 0)
    return <Empty icon="calendar" title={t(($) => $.empty.title)} text={t(($) => $.empty.text)} />;
  const optionsOf = (choices: typeof clinics) => choices.map(({ id, name }) => ({ value: id, label: name }));
  // The heading names the filters, because prints do not show them.
  const chosen = [...clinics, ...professionals]
    .filter(({ id }) => id === filters.clinicId || id === filters.proId)
    .map(({ name }) => name);
  return (
    <>
      <Group gap="8px 16px" className={classes['tools'] ?? ''}>
        {clinics.length > 1 && (
          <AllOrOne
            label={t(($) => $.clinic)}
            everything={t(($) => $.allClinics)}
            data={optionsOf(clinics)}
            value={filters.clinicId}
            onChange={chooseClinic}
          />
        )}
        {professionals.length > 1 && (
          <AllOrOne
            label={t(($) => $.professional)}
            everything={t(($) => $.allProfessionals)}
            data={optionsOf(professionals)}
            value={filters.proId}
            onChange={choosePro}
          />
        )}
      </Group>
      {chosen.length > 0 && (
        <Text fw={600} className={classes['chosen'] ?? ''}>
          {chosen.join(' · ')}
        </Text>
      )}
      <Counts visits={visits} />
      <ol ref={list} className={classes['sheet']} aria-label={t(($) => $.list)}>
        {visits.map((booking) => (
          <VisitRow
            key={booking.id}
            booking={booking}
            now={now}
            next={booking === next}
            own={booking.pro_id === pro.id}
            where={clinics.length > 1}
          />
        ))}
      </ol>
    </>
  );
};

/** Today's visits, live, with attendance and waiting times. */
export const TodayScreen = () => {
  const { t, i18n } = useTranslation('today');
  const now = useClock();
  const calendar = useCalendar(usePro(), null);
  return (
    <Page
      title={t(($) => $.title)}
      action={
        <Button
          className={classes['print'] ?? ''}
          variant="default"
          leftSection={<Icon name="print" size={18} />}
          onClick={() => print()}
        >
          {t(($) => $.print)}
        </Button>
      }
    >
      <Text c="dimmed" className={classes['day'] ?? ''}>
        {longDay(wallNow(undefined, now).slice(0, 10), currentLanguage(i18n))}
      </Text>
      <Loaded
        loads={{ calendar }}
        failed={t(($) => $.loadFailed)}
        skeleton={<Loading rows={6} height={64} />}
      >
        {({ calendar: { bookings } }) => <Sheet bookings={bookings} now={now} />}
      </Loaded>
    </Page>
  );
};

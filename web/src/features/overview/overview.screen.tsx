import type { OverviewView } from '@visita/contracts/overview/views';
import { Button, Stack, Text } from '@mantine/core';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Empty, Loaded } from '../../ui/feedback/states.tsx';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { useClinics } from '../../lib/data/clinic.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { Charts } from './charts.tsx';
import { Figures } from './figures.tsx';
import { OverviewFilters } from './filters.tsx';
import { HeatMap } from './heat-map.tsx';
import { useOverview } from './overview.api.ts';
import { overviewAtom } from './overview.atoms.ts';
import { daysBetween } from './overview.format.ts';
import classes from './overview.module.css';
import { Filled } from './filled.tsx';
import { Missed } from './missed.tsx';
import { Surveys } from './surveys.tsx';
import { Professionals } from './professionals.tsx';
import { Recalls } from './recalls.tsx';
import { Waiting } from './waiting.tsx';

const isEmpty = ({ current, previous }: OverviewView): boolean =>
  [current, previous].every(({ bookings, cancelled }) => bookings + cancelled === 0);

const NothingYet = ({ clinics }: { clinics: number }) => {
  const { t } = useTranslation('overview');
  const openNewBooking = useSetAtom(newBookingAtom);
  if (clinics === 0)
    return (
      <Empty
        icon="chart"
        title={t(($) => $.noClinic.title)}
        text={t(($) => $.noClinic.text)}
        action={
          <Button component={Link} to={paths.clinic}>
            {t(($) => $.noClinic.action)}
          </Button>
        }
      />
    );
  return (
    <Empty
      icon="chart"
      title={t(($) => $.empty.title)}
      text={t(($) => $.empty.text)}
      action={
        <Button
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => openNewBooking({ day: null, time: '' })}
        >
          {t(($) => $.empty.action)}
        </Button>
      }
    />
  );
};

const Content = ({ data, loading }: { data: OverviewView; loading: boolean }) => {
  const { t, i18n } = useTranslation('overview');
  const { weeks } = useAtomValue(overviewAtom);
  return (
    <Stack className={classes['content'] ?? ''} aria-busy={loading}>
      <Text c="dimmed" role="status">
        {daysBetween(data.from, data.to, currentLanguage(i18n))}
        <span className="visually-hidden">
          {`: ${t(($) => $.bookings.count, { count: data.current.bookings })}`}
        </span>
      </Text>
      <Figures overview={data} weeks={weeks} />
      <Charts overview={data} weeks={weeks} />
      <HeatMap cells={data.hours} />
      <Missed all={data.missed} />
      <Recalls {...data.recalls} />
      <Filled {...data.waiting} />
      <Surveys {...data.surveys} />
      {data.professionals.length > 1 && <Professionals all={data.professionals} />}
    </Stack>
  );
};

/** Overview of bookings, occupancy, new patients and cancellations, as charts and tables. */
export const OverviewScreen = () => {
  const { t } = useTranslation('overview');
  const pro = usePro();
  const [filters, setFilters] = useAtom(overviewAtom);
  const overview = useOverview(pro, filters);
  // The chosen clinic or colleague may no longer be visible; a retry requests the visible ones.
  const retry = async () => {
    if (overview.error?.code !== 'not-found') await overview.mutate();
    else setFilters({ ...filters, clinicId: null, professionalId: null });
  };
  const clinics = useClinics(pro);

  return (
    <Page
      className={classes['screen'] ?? ''}
      title={t(($) => $.title)}
      action={<OverviewFilters clinics={clinics.data ?? []} professionals={overview.professionals} />}
    >
      <Loaded
        loads={{ overview: { ...overview, mutate: retry }, clinics }}
        failed={t(($) => $.loadFailed)}
        skeleton={<Waiting />}
      >
        {({ overview: data, clinics: own }) =>
          isEmpty(data) ? (
            <NothingYet clinics={own.length} />
          ) : (
            <Content data={data} loading={overview.isLoading} />
          )
        }
      </Loaded>
    </Page>
  );
};

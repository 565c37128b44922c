import type { OverviewView, OverviewWeek } from '@visita/contracts/overview/views';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/page/paths.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { percent } from './overview.format.ts';
import classes from './weeks.module.css';
import type { Weeks } from './period.ts';
import { WeeksSection } from './weeks-section.tsx';

type Props = { overview: OverviewView; weeks: Weeks };

const returning = ({ bookings, new_patients }: OverviewWeek): number => bookings - new_patients;

const Bookings = ({ overview: { weeks, current } }: Props) => {
  const { t } = useTranslation('overview');
  const [last, now] = weeks.slice(-2).map(({ bookings }) => bookings);
  const difference = (now ?? 0) - (last ?? 0);
  const change =
    difference === 0
      ? t(($) => $.bookings.same)
      : t(($) => (difference > 0 ? $.bookings.more : $.bookings.fewer), { count: Math.abs(difference) });
  return (
    <WeeksSection
      title={t(($) => $.bookings.title)}
      summary={t(($) => $.bookings.summary, { count: now ?? 0, change })}
      note={
        current.orphaned > 0 && (
          <Link to={paths.calendar} className={classes['note'] ?? ''}>
            {t(($) => $.bookings.orphaned, { count: current.orphaned })}
          </Link>
        )
      }
      weeks={weeks}
      series={[{ key: 'bookings', name: t(($) => $.figures.bookings), of: ({ bookings }) => bookings }]}
    />
  );
};

const Patients = ({ overview: { weeks, current }, weeks: period }: Props) => {
  const { t, i18n } = useTranslation('overview');
  const share = current.bookings === 0 ? 0 : 1 - current.new_patients / current.bookings;
  return (
    <WeeksSection
      title={t(($) => $.patients.title)}
      summary={t(($) => $.patients.summary, {
        count: current.new_patients,
        weeks: period,
        share: percent(share, currentLanguage(i18n)),
      })}
      weeks={weeks}
      series={[
        { key: 'returning', name: t(($) => $.patients.returning), of: returning },
        { key: 'first', name: t(($) => $.patients.first), of: ({ new_patients }) => new_patients },
      ]}
    />
  );
};

const Cancellations = ({ overview: { weeks, current }, weeks: period }: Props) => {
  const { t, i18n } = useTranslation('overview');
  const all = current.bookings + current.cancelled;
  const summary = t(($) => $.cancellations.summary, {
    count: current.cancelled,
    weeks: period,
    share: percent(all === 0 ? 0 : current.cancelled / all, currentLanguage(i18n)),
  });
  const late = t(($) => $.cancellations.late, { count: current.cancelled_late });
  return (
    <WeeksSection
      title={t(($) => $.cancellations.title)}
      summary={current.cancelled_late > 0 ? `${summary} ${late}` : summary}
      weeks={weeks}
      series={[{ key: 'cancelled', name: t(($) => $.figures.cancelled), of: ({ cancelled }) => cancelled }]}
    />
  );
};

export const Charts = (props: Props) => (
  <>
    <Bookings {...props} />
    <div className={classes['pair']}>
      <Patients {...props} />
      <Cancellations {...props} />
    </div>
  </>
);

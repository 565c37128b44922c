import type { OverviewFigures, OverviewView } from '@visita/contracts/overview/views';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { occupancyOf, percent, whole } from './overview.format.ts';
import classes from './figures.module.css';
import type { Weeks } from './period.ts';

/** A figure and its change from the previous period; `trend` is null if there is nothing to compare. */
type Compared = { label: string; value: string; change: string; trend: number | null };

const arrow = (trend: number): string => (trend > 0 ? '↑' : trend < 0 ? '↓' : '→');

const Figure = ({ label, value, change, trend }: Compared) => (
  <div className={classes['figure']}>
    <dt>{label}</dt>
    <dd className={classes['value']}>{value}</dd>
    <dd className={classes['change']}>
      {trend !== null && <span aria-hidden="true">{arrow(trend)} </span>}
      {change}
    </dd>
  </div>
);

type Props = { overview: OverviewView; weeks: Weeks };
type Counted = 'bookings' | 'new_patients' | 'cancelled';

const hasAnything = ({ bookings, cancelled, available_minutes }: OverviewFigures): boolean =>
  bookings + cancelled + available_minutes > 0;

/** Returns the figures of the period and their changes from the previous one. */
const useComparison = ({ overview: { current, previous }, weeks }: Props) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const nothingBefore = { change: t(($) => $.change.none, { weeks }), trend: null };
  const same = { change: t(($) => $.change.same, { weeks }), trend: 0 };

  const counted = (label: string, of: Counted): Compared => {
    const figure = { label, value: whole(current[of], language) };
    if (!hasAnything(previous)) return { ...figure, ...nothingBefore };
    const trend = current[of] - previous[of];
    if (trend === 0) return { ...figure, ...same };
    const values = { count: Math.abs(trend), weeks };
    return { ...figure, change: t(($) => (trend > 0 ? $.change.more : $.change.fewer), values), trend };
  };

  const occupancy = (): Compared => {
    const label = t(($) => $.figures.occupancy);
    const [now, before] = [occupancyOf(current), occupancyOf(previous)];
    if (now === null) return { label, value: '–', change: t(($) => $.figures.noHours), trend: null };
    const figure = { label, value: percent(now, language) };
    if (before === null) return { ...figure, ...nothingBefore };
    const trend = Math.round(now * 100) - Math.round(before * 100);
    if (trend === 0) return { ...figure, ...same };
    const values = { count: Math.abs(trend), weeks };
    const change = t(($) => (trend > 0 ? $.change.pointsMore : $.change.pointsFewer), values);
    return { ...figure, change, trend };
  };
  return { counted, occupancy };
};

/** Figures of the period compared with the previous period of the same length. */
export const Figures = (props: Props) => {
  const { t } = useTranslation('overview');
  const { counted, occupancy } = useComparison(props);
  const newPatients = t(($) => $.figures.newPatients);
  const cancelled = t(($) => $.figures.cancelled);
  return (
    <dl className={classes['figures']}>
      <Figure
        {...counted(
          t(($) => $.figures.bookings),
          'bookings',
        )}
      />
      <Figure {...occupancy()} />
      <Figure {...counted(newPatients, 'new_patients')} />
      <Figure {...counted(cancelled, 'cancelled')} />
    </dl>
  );
};

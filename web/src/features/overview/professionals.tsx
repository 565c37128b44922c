import type { OverviewView } from '@visita/contracts/overview/views';
import type { Language } from '@visita/contracts/language';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { Section } from '../../ui/layout/section.tsx';
import { occupancyOf, percent, whole } from './overview.format.ts';
import classes from './professionals.module.css';

const figuresOf = (one: OverviewView['professionals'][number], language: Language): string[] => {
  const occupancy = occupancyOf(one);
  return [
    whole(one.bookings, language),
    occupancy === null ? '–' : percent(occupancy, language),
    whole(one.new_patients, language),
    whole(one.cancelled, language),
  ];
};

/** Figures of all professionals: columns, or a list on phones. */
export const Professionals = ({ all }: { all: OverviewView['professionals'] }) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  const columns = [
    t(($) => $.figures.bookings),
    t(($) => $.figures.occupancy),
    t(($) => $.figures.newPatients),
    t(($) => $.figures.cancelled),
  ];
  return (
    <Section title={t(($) => $.professionals.title)}>
      <div className={classes['columns']} aria-hidden="true">
        <span>{t(($) => $.filters.professional)}</span>
        {columns.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <ul className={classes['people']}>
        {all.map((one) => (
          <li key={one.pro_id}>
            <span className={classes['name']}>{one.name || t(($) => $.former)}</span>
            <dl>
              {figuresOf(one, language).map((figure, index) => (
                <div key={columns[index]}>
                  <dt>{columns[index]}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Section>
  );
};

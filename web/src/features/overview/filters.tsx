import type { ClinicView } from '@visita/contracts/clinic/views';
import type { OverviewView } from '@visita/contracts/overview/views';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { AllOrOne } from '../../ui/fields/all-or-one.tsx';
import { overviewAtom } from './overview.atoms.ts';
import classes from './overview.module.css';
import { periods } from './period.ts';

const Periods = () => {
  const { t } = useTranslation('overview');
  const [filters, setFilters] = useAtom(overviewAtom);
  return (
    <fieldset className={classes['periods']}>
      <legend className="visually-hidden">{t(($) => $.filters.period)}</legend>
      {periods.map((weeks) => (
        <label key={weeks}>
          <input
            type="radio"
            name="weeks"
            checked={filters.weeks === weeks}
            onChange={() => setFilters({ ...filters, weeks })}
          />
          <span>{t(($) => $.filters.weeks, { weeks })}</span>
        </label>
      ))}
    </fieldset>
  );
};

type Props = { clinics: readonly ClinicView[]; professionals: OverviewView['professionals'] };

/** Filters by period, clinic and professional; those with a single choice are hidden. */
export const OverviewFilters = ({ clinics, professionals }: Props) => {
  const { t } = useTranslation('overview');
  const [filters, setFilters] = useAtom(overviewAtom);
  return (
    <div className={classes['filters']}>
      <Periods />
      {clinics.length > 1 && (
        <AllOrOne
          label={t(($) => $.filters.clinic)}
          everything={t(($) => $.filters.allClinics)}
          data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
          value={filters.clinicId}
          onChange={(clinicId) => setFilters({ ...filters, clinicId, professionalId: null })}
        />
      )}
      {professionals.length > 1 && (
        <AllOrOne
          label={t(($) => $.filters.professional)}
          everything={t(($) => $.filters.allProfessionals)}
          data={professionals.map(({ pro_id: value, name }) => ({
            value,
            label: name || t(($) => $.former),
          }))}
          value={filters.professionalId}
          onChange={(professionalId) => setFilters({ ...filters, professionalId })}
        />
      )}
    </div>
  );
};

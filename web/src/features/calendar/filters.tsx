import type { ClinicView } from '@visita/contracts/clinic/views';
import { useAtom } from 'jotai';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AllOrOne } from '../../ui/all-or-one.tsx';
import { nameOf } from '../../lib/hubs.ts';
import { filtersAtom } from '../../lib/state/calendar.atoms.ts';
import classes from './calendar.module.css';

/** Professionals of the chosen clinic, or of all of them. */
const professionalsOf = (clinics: readonly ClinicView[], clinicId: string | null) => {
  const names = new Map<string, string>();
  for (const clinic of clinics)
    if (clinicId === null || clinic.id === clinicId)
      for (const hub of clinic.hubs)
        if (hub.status !== 'archived' && hub.status !== 'rejected') names.set(hub.proId, nameOf(hub));
  return [...names].map(([value, label]) => ({ value, label }));
};

type Props = { clinics: readonly ClinicView[]; children: ReactNode };

/** The clinic and the professional selector, and what goes with them. */
export const Filters = ({ clinics, children }: Props) => {
  const { t } = useTranslation('calendar');
  const [filters, setFilters] = useAtom(filtersAtom);
  const professionals = professionalsOf(clinics, filters.clinicId);
  // Who or what is gone can be chosen no more, nor given up: nothing would be left to see.
  const gone =
    clinics.length > 0 &&
    ((filters.clinicId !== null && !clinics.some(({ id }) => id === filters.clinicId)) ||
      (filters.proId !== null && !professionals.some(({ value }) => value === filters.proId)));
  useEffect(() => {
    if (gone) setFilters({ clinicId: null, proId: null });
  }, [gone, setFilters]);
  return (
    <div className={classes['filters']}>
      <AllOrOne
        label={t(($) => $.filters.clinic)}
        everything={t(($) => $.filters.allClinics)}
        data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.clinicId}
        onChange={(clinicId) => setFilters({ clinicId, proId: null })}
      />
      <AllOrOne
        label={t(($) => $.filters.professional)}
        everything={t(($) => $.filters.allProfessionals)}
        data={professionals}
        value={filters.proId}
        onChange={(proId) => setFilters({ ...filters, proId })}
      />
      {children}
    </div>
  );
};

import type { ClinicView } from '@visita/contracts/clinic/views';
import { NativeSelect } from '@mantine/core';
import { useAtom } from 'jotai';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { filtersAtom } from '../../lib/state/calendar.atoms.ts';
import classes from './calendar.module.css';

const all = 'all';

/** Professionals of the chosen clinic, or of all of them. */
const professionalsOf = (clinics: readonly ClinicView[], clinicId: string | null) => {
  const names = new Map<string, string>();
  for (const clinic of clinics)
    if (clinicId === null || clinic.id === clinicId)
      for (const { proId, pro, status } of clinic.hubs)
        if (status !== 'archived' && status !== 'rejected')
          names.set(proId, [pro.name, pro.lastname].filter(Boolean).join(' ') || pro.email);
  return [...names].map(([value, label]) => ({ value, label }));
};

type Props = { clinics: readonly ClinicView[]; children: ReactNode };

/** The clinic and the professional selector, and what goes with them; native, for the first load counts kilobytes. */
export const Filters = ({ clinics, children }: Props) => {
  const { t } = useTranslation('calendar');
  const [filters, setFilters] = useAtom(filtersAtom);
  const chosen = (value: string) => (value === all ? null : value);
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
      <NativeSelect
        aria-label={t(($) => $.filters.clinic)}
        data={[
          { value: all, label: t(($) => $.filters.allClinics) },
          ...clinics.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filters.clinicId ?? all}
        onChange={(event) => setFilters({ clinicId: chosen(event.currentTarget.value), proId: null })}
      />
      <NativeSelect
        aria-label={t(($) => $.filters.professional)}
        data={[{ value: all, label: t(($) => $.filters.allProfessionals) }, ...professionals]}
        value={filters.proId ?? all}
        onChange={(event) => setFilters({ ...filters, proId: chosen(event.currentTarget.value) })}
      />
      {children}
    </div>
  );
};

import type { ClinicView } from '@visita/contracts/clinic/views';
import { Checkbox, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AllOrOne } from '../../../ui/fields/all-or-one.tsx';
import { Dropdown } from '../../../ui/panels/dropdown.tsx';
import type { Filters as Chosen } from '../model/calendar-events.ts';
import type { Professional } from '../model/columns.ts';
import classes from '../shared/calendar.module.css';

type Props = {
  clinics: readonly ClinicView[];
  professionals: readonly Professional[];
  filters: Chosen;
  onChange: (filters: Chosen) => void;
};

const ProfessionalChoice = ({ professionals, filters, onChange }: Omit<Props, 'clinics'>) => {
  const { t } = useTranslation('calendar');
  const { proIds } = filters;
  const toggle = (id: string) => {
    const chosen = proIds.includes(id) ? proIds.filter((one) => one !== id) : [...proIds, id];
    // In the order of the columns; all selected equals no filter.
    const ordered = professionals.filter((pro) => chosen.includes(pro.id)).map((pro) => pro.id);
    onChange({ ...filters, proIds: ordered.length === professionals.length ? [] : ordered });
  };
  const [only] = proIds;
  const name = professionals.find(({ id }) => id === only)?.name;
  const label =
    proIds.length > 1
      ? t(($) => $.filters.chosen, { count: proIds.length })
      : (name ?? t(($) => $.filters.allProfessionals));
  return (
    <Dropdown
      label={`${t(($) => $.filters.professional)}: ${label}`}
      shown={<span className={classes['cut']}>{label}</span>}
    >
      <Stack gap={4} role="group" aria-label={t(($) => $.filters.professional)}>
        <Checkbox
          p={6}
          size="md"
          label={t(($) => $.filters.allProfessionals)}
          checked={proIds.length === 0}
          onChange={() => onChange({ ...filters, proIds: [] })}
        />
        {professionals.map(({ id, name: label, colour }) => (
          <div key={id} data-colour={colour} className={classes['choice']}>
            <Checkbox
              p={6}
              size="md"
              label={label}
              checked={proIds.includes(id)}
              onChange={() => toggle(id)}
            />
          </div>
        ))}
      </Stack>
    </Dropdown>
  );
};

export const Filters = ({ clinics, professionals, filters, onChange }: Props) => {
  const { t } = useTranslation('calendar');
  // A filter on something that no longer exists would hide everything, so it is reset.
  const gone =
    clinics.length > 0 &&
    ((filters.clinicId !== null && !clinics.some(({ id }) => id === filters.clinicId)) ||
      filters.proIds.some((proId) => !professionals.some(({ id }) => id === proId)));
  useEffect(() => {
    if (gone) onChange({ clinicId: null, proIds: [] });
  });
  return (
    <>
      <AllOrOne
        label={t(($) => $.filters.clinic)}
        everything={t(($) => $.filters.allClinics)}
        data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.clinicId}
        onChange={(clinicId) => onChange({ clinicId, proIds: [] })}
      />
      {professionals.length > 1 && (
        <ProfessionalChoice professionals={professionals} filters={filters} onChange={onChange} />
      )}
    </>
  );
};

import type { ListedPatient } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePatientSearch } from '../../lib/data/patients.api.ts';

type Props = Pick<SelectProps, 'label' | 'description'> & {
  pro: Pro;
  /** Who of those that are found can be chosen. */
  allow: (patient: ListedPatient) => boolean;
  /** The id of who is chosen; empty for nobody. */
  value: string;
  onChange: (patientId: string) => void;
};

/** Finds one of the pro's patients by name, email or phone. */
export const PatientSelect = ({ pro, allow, value, onChange, ...field }: Props) => {
  const { t } = useTranslation('patients');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ListedPatient | null>(null);
  const possible = usePatientSearch(pro, search).found.filter(allow);
  // Who was chosen stays a choice, whatever is typed.
  const choices = chosen && !possible.some(({ id }) => id === chosen.id) ? [chosen, ...possible] : possible;
  return (
    <Select
      {...field}
      data-autofocus
      data={choices.map(({ id, name, email }) => ({
        value: id,
        label: email === '' ? name : `${name} · ${email}`,
      }))}
      placeholder={t(($) => $.searchPlaceholder)}
      nothingFoundMessage={search.trim() === '' ? null : t(($) => $.noneFound)}
      searchable
      filter={({ options }) => options}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(patientId) => {
        setChosen(choices.find(({ id }) => id === patientId) ?? null);
        onChange(patientId ?? '');
      }}
    />
  );
};

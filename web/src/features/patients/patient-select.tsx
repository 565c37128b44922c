import type { ListedPatient } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { type SelectProps, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnPatientSearch } from '../../lib/data/patients.api.ts';
import { SearchSelect } from '../../ui/fields/search-select.tsx';
import { writtenDate } from './history.ts';
import classes from './patients.module.css';

type Props = Pick<SelectProps, 'label' | 'description'> & {
  pro: Pro;
  allow: (patient: ListedPatient) => boolean;
  /** Id of the chosen patient; empty for none. */
  value: string;
  onChange: (patientId: string) => void;
};

/** Returns what tells patients of the same name apart: birth date and contact. */
const useApart = () => {
  const { t } = useTranslation('patients');
  return ({ email, prefix, phone, birth_date: born, responsible }: ListedPatient): string =>
    [
      born && t(($) => $.family.born, { date: writtenDate(born) }),
      responsible ? t(($) => $.family.with, { patient: responsible.name }) : email,
      phone && `${prefix} ${phone}`,
    ]
      .filter(Boolean)
      .join(' · ');
};

const labelOf = ({ name, email }: ListedPatient): string => (email === '' ? name : `${name} · ${email}`);

export const PatientSelect = ({ pro, allow, value, onChange, ...field }: Props) => {
  const { t } = useTranslation('patients');
  const [search, setSearch] = useState('');
  const apart = useApart();
  const [chosen, setChosen] = useState<ListedPatient | null>(null);
  const { found, settled } = useOwnPatientSearch(pro, search);
  const possible = found.filter(allow);
  // The chosen patient keeps a label, and is not offered for another search.
  const isFound = (patientId: string) => possible.some(({ id }) => id === patientId);
  const choices = chosen && !isFound(chosen.id) ? [chosen, ...possible] : possible;
  return (
    <SearchSelect
      {...field}
      data-autofocus
      data={choices.map((patient) => ({ value: patient.id, label: labelOf(patient) }))}
      renderOption={({ option }) => {
        const patient = choices.find(({ id }) => id === option.value);
        return (
          patient && (
            <div className={classes['option']}>
              {patient.name}
              <Text c="dimmed">{apart(patient)}</Text>
            </div>
          )
        );
      }}
      placeholder={t(($) => $.searchPlaceholder)}
      settled={settled}
      nothingFoundMessage={search.trim() === '' || !settled ? null : t(($) => $.noneFound)}
      filter={({ options, search: typed }) =>
        options.filter((option) => 'value' in option && (option.label === typed || isFound(option.value)))
      }
      onSearchChange={(typed) => {
        // The label of a chosen patient is no search.
        if (!choices.some((patient) => labelOf(patient) === typed)) setSearch(typed);
      }}
      value={value || null}
      onChange={(patientId) => {
        setChosen(choices.find(({ id }) => id === patientId) ?? null);
        onChange(patientId ?? '');
      }}
    />
  );
};

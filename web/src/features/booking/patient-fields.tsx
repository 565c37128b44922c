import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { Fieldset } from '../../ui/fieldset.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Missing } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-fields.tsx';
import { useToast } from '../../ui/toast.tsx';
import { searchPatients, usePatients } from '../../lib/data/patients.api.ts';
import classes from './new-booking.module.css';

/** The patient of a booking being written; `known` where they are on the pro's list already. */
type PatientDraft = Omit<PatientView, 'id'> & { known: boolean };

/** A patient of the list, to book for. */
export const draftOf = ({ name, email, prefix, phone }: PatientView): PatientDraft => ({
  name,
  email,
  prefix,
  phone,
  known: true,
});

type Props = {
  pro: Pro;
  patient: PatientDraft | null;
  onChange: (patient: PatientDraft | null) => void;
};

const Search = ({ pro, onChoose }: { pro: Pro; onChoose: (patient: PatientView) => void }) => {
  const { t } = useTranslation('appointment');
  const [query, setQuery] = useState('');
  const loaded = usePatients(pro);
  const patients = loaded.data ?? [];
  const found = searchPatients(patients, query);
  return (
    <>
      <Missing load={loaded} text={t(($) => $.patient.listFailed)} />
      <SearchField
        label={t(($) => $.patient.search)}
        placeholder={t(($) => $.patient.searchPlaceholder)}
        value={query}
        onChange={setQuery}
        data-autofocus
      />
      {found.length > 0 && (
        <ul className={classes['results']} aria-label={t(($) => $.patient.results)}>
          {found.map((patient) => (
            <li key={patient.id}>
              <button type="button" onClick={() => onChoose(patient)}>
                {patient.name}
                <small>{`${patient.email} · ${patient.prefix} ${patient.phone}`}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {query.trim() !== '' && loaded.data && found.length === 0 && (
        <Text c="dimmed" size="sm" role="status">
          {t(($) => $.patient.noneFound)}
        </Text>
      )}
    </>
  );
};

const NewPatient = ({ onAdd }: { onAdd: (email: string) => void }) => {
  const { t } = useTranslation('appointment');
  const toast = useToast();
  const [email, setEmail] = useState('');
  const add = () => {
    if (email.includes('@')) onAdd(email.trim().toLowerCase());
    else toast('patientEmailInvalid');
  };
  return (
    <div className={classes['add']}>
      <TextInput
        label={t(($) => $.patient.newEmail)}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        onKeyDown={onEnter(add)}
      />
      <Button variant="light" onClick={add}>
        {t(($) => $.patient.add)}
      </Button>
    </div>
  );
};

/** Who comes: found among the pro's patients, or new by email. */
export const PatientFields = ({ pro, patient, onChange }: Props) => {
  const { t, i18n } = useTranslation(['appointment', 'common']);
  const ownPrefix = defaultPrefix(currentLanguage(i18n), knownCountry());
  return (
    <Fieldset title={t(($) => $.patient.title)}>
      {!patient && (
        <>
          <Search pro={pro} onChoose={(patient) => onChange(draftOf(patient))} />
          <NewPatient
            onAdd={(email) => onChange({ email, name: '', phone: '', prefix: ownPrefix, known: false })}
          />
        </>
      )}
      {patient && (
        <div className={classes['chosen']}>
          <span>
            {patient.known && <strong>{patient.name} · </strong>}
            {patient.email}
            {patient.known && ` · ${patient.prefix} ${patient.phone}`}
          </span>
          <Button variant="default" size="xs" onClick={() => onChange(null)}>
            {t(($) => $.patient.change)}
          </Button>
        </div>
      )}
      {patient && !patient.known && (
        <>
          <TextInput
            label={t(($) => $.patient.name)}
            maxLength={120}
            autoComplete="off"
            value={patient.name}
            onChange={(event) => onChange({ ...patient, name: event.currentTarget.value })}
          />
          <PhoneField
            prefix={patient.prefix}
            phone={patient.phone}
            onPrefix={(value) => onChange({ ...patient, prefix: value })}
            onPhone={(phone) => onChange({ ...patient, phone })}
          />
        </>
      )}
    </Fieldset>
  );
};

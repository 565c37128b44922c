import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { wallNow } from '../../lib/wall-clock.ts';
import { Fieldset } from '../../ui/fieldset.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Missing } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-fields.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useCalendar } from '../../lib/data/calendar.api.ts';
import { usePatients } from '../../lib/data/patients.api.ts';
import { recentFirst, searchPatients } from '../../lib/patient-search.ts';
import classes from './new-booking.module.css';

/** The patient of a booking being written; `known` is their id where they are on the pro's list already. */
export type PatientDraft = Omit<PatientView, 'id'> & { known: string | null };

/** A patient of the list, to book for. */
export const draftOf = ({ id, ...patient }: PatientView): PatientDraft => ({ ...patient, known: id });

const nobody = {
  name: '',
  phone: '',
  birth_date: '',
  responsible_id: '',
  relation: '',
  known: null,
} as const;

type Reached = Pick<PatientView, 'name' | 'email' | 'prefix' | 'phone' | 'responsible_id'>;

/** Who is told where the patient is cared for. */
export const responsibleFor = (
  patient: Pick<PatientView, 'responsible_id'>,
  patients: readonly PatientView[],
) => (patient.responsible_id === '' ? undefined : patients.find(({ id }) => id === patient.responsible_id));

/** Email and phone, as far as there are any; of who cares for them also the name. */
const reachedBy = (patient: Reached, patients: readonly PatientView[]): string => {
  const responsible = responsibleFor(patient, patients);
  const { name, email, prefix, phone } = responsible ?? { ...patient, name: '' };
  return [name, email, phone && `${prefix} ${phone}`].filter(Boolean).join(' · ');
};

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
  const bookings = useCalendar(pro, useAtomValue(visibleAtom)).data?.bookings ?? [];
  const found = recentFirst(searchPatients(patients, query), bookings, wallNow(undefined));
  return (
    <>
      <Missing load={loaded} text={t(($) => $.patient.listFailed)} />
      <SearchField
        label={t(($) => $.patient.search)}
        placeholder={t(($) => $.patient.searchPlaceholder)}
        value={query}
        onChange={setQuery}
        onKeyDown={onEnter(() => found[0] && onChoose(found[0]))}
        data-autofocus
      />
      {found.length > 0 && (
        <ul className={classes['results']} aria-label={t(($) => $.patient.results)}>
          {found.map((patient) => (
            <li key={patient.id}>
              <button type="button" onClick={() => onChoose(patient)}>
                {patient.name}
                <small>{reachedBy(patient, patients)}</small>
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
  const [without, setWithout] = useState(false);
  const add = () => {
    if (without) onAdd('');
    else if (email.includes('@')) onAdd(email.trim().toLowerCase());
    else toast('patientEmailInvalid');
  };
  return (
    <>
      <div className={classes['add']}>
        <TextInput
          label={t(($) => $.patient.newEmail)}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          value={without ? '' : email}
          disabled={without}
          onChange={(event) => setEmail(event.currentTarget.value)}
          onKeyDown={onEnter(add)}
        />
        <Button variant="light" onClick={add}>
          {t(($) => $.patient.add)}
        </Button>
      </div>
      <Checkbox
        size="md"
        label={t(($) => $.patient.noEmail)}
        checked={without}
        onChange={(event) => setWithout(event.currentTarget.checked)}
      />
    </>
  );
};

/** Whether anybody hears of the booking by mail. */
export const isMailed = (patient: PatientDraft, patients: readonly PatientView[]): boolean =>
  (responsibleFor(patient, patients) ?? patient).email !== '';

/** Who was chosen, and that nobody is mailed where that is so. */
const Chosen = ({ pro, patient, onChange }: { pro: Pro; patient: PatientDraft; onChange: () => void }) => {
  const { t } = useTranslation('appointment');
  const { data: patients = [] } = usePatients(pro);
  const reached = reachedBy(patient, patients);
  return (
    <>
      <div className={classes['chosen']}>
        <span>
          {patient.known && <strong>{patient.name}</strong>}
          {patient.known && reached && ' · '}
          {patient.known ? reached : patient.email || t(($) => $.patient.noEmail)}
        </span>
        <Button variant="default" size="xs" onClick={onChange}>
          {t(($) => $.patient.change)}
        </Button>
      </div>
      {!isMailed(patient, patients) && (
        <Text size="sm" role="status">
          {t(($) => $.patient.notMailed)}
        </Text>
      )}
    </>
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
          <NewPatient onAdd={(email) => onChange({ ...nobody, email, prefix: ownPrefix })} />
        </>
      )}
      {patient && <Chosen pro={pro} patient={patient} onChange={() => onChange(null)} />}
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

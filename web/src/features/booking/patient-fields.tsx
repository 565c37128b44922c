import type { PatientView } from '@visita/contracts/booking/views';
import type { Language } from '@visita/contracts/language';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookedPatient } from '../../lib/booking/booked-patient.ts';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { onEnter } from '../../ui/fields/on-enter.ts';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { Missing } from '../../ui/feedback/states.tsx';
import { SearchField } from '../../ui/fields/text-fields.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useTypedAhead } from '../../ui/fields/typed-ahead.tsx';
import { advancing, useFocusOnShow } from '../../ui/fields/use-next-focus.ts';
import { useFamily, usePatientSearch } from '../../lib/data/patients.api.ts';
import { useOnceSettled } from '../../lib/hooks/use-once-settled.ts';
import classes from './new-booking.module.css';

/** Patient of a new booking; `known` is the id of a patient on the professional's list. */
export type PatientDraft = Omit<BookedPatient, 'id'> & {
  known: string | null;
  /** True if the patient has no phone. */
  withoutPhone: boolean;
  /** Language of the mails, if it was chosen for this booking. */
  chosen?: Language;
};

export const draftOf = (patient: BookedPatient): PatientDraft => {
  const { id, name, email, prefix, phone, birth_date, responsible_id, relation, language } = patient;
  return {
    name,
    email,
    prefix,
    phone,
    birth_date,
    responsible_id,
    relation,
    ...(language && { language }),
    known: id,
    withoutPhone: phone === '',
  };
};

const emptyPatient = {
  name: '',
  prefix: '',
  phone: '',
  birth_date: '',
  responsible_id: '',
  relation: '',
  known: null,
  withoutPhone: false,
} as const;

/** Email typed for a new patient; `without` is true if there is none. */
export type NewContact = {
  readonly email: string;
  readonly without: boolean;
  /** The new patient whose email is being changed. */
  readonly changed?: PatientDraft;
};

export const noContact: NewContact = { email: '', without: false };

type Contact = Pick<PatientView, 'name' | 'email' | 'prefix' | 'phone'>;
type Reached = Pick<PatientView, 'name' | 'email' | 'prefix' | 'phone' | 'responsible_id'>;

/** Returns the contact who is notified in place of the patient. */
export const responsibleFor = (
  patient: Pick<PatientView, 'responsible_id'>,
  patients: readonly PatientView[],
) => (patient.responsible_id === '' ? undefined : patients.find(({ id }) => id === patient.responsible_id));

/** Returns email and phone, with the name if they belong to a responsible contact. */
const reachedBy = (patient: Reached, responsible: Contact | null | undefined): string => {
  const { name, email, prefix, phone } = responsible ?? { ...patient, name: '' };
  return [name, email, phone && `${prefix} ${phone}`].filter(Boolean).join(' · ');
};

type Props = {
  pro: Pro;
  patient: PatientDraft | null;
  /** Default dial prefix. */
  prefix: string;
  /** Email refused by the server; it can be corrected in place. */
  refusedEmail: string | null;
  onChange: (patient: PatientDraft | null) => void;
  /** Input for a new patient, before the patient is added. */
  added: NewContact;
  onAdded: (added: NewContact) => void;
};

type SearchProps = { pro: Pro; again: boolean; onChoose: (patient: PatientView) => void };

const Search = ({ pro, again, onChoose }: SearchProps) => {
  const { t } = useTranslation('appointment');
  const [query, setQuery] = useState(useTypedAhead());
  const { found, settled, ...loaded } = usePatientSearch(pro, query);
  const enter = useOnceSettled(settled, () => found[0] && onChoose(found[0]));
  return (
    <>
      <Missing load={loaded} text={t(($) => $.patient.listFailed)} />
      <SearchField
        label={t(($) => $.patient.search)}
        placeholder={t(($) => $.patient.searchPlaceholder)}
        value={query}
        onChange={(typed) => {
          setQuery(typed);
          enter.drop();
        }}
        onKeyDown={onEnter(enter.request)}
        autoFocus={again}
        data-autofocus
      />
      {found.length > 0 && (
        <ul className={classes['results']} aria-label={t(($) => $.patient.results)}>
          {found.map((patient) => (
            <li key={patient.id}>
              <button type="button" onClick={() => onChoose(patient)}>
                {patient.name}
                <small>{reachedBy(patient, patient.responsible)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {query.trim() !== '' && settled && loaded.data && found.length === 0 && (
        <Text c="dimmed" size="sm" role="status">
          {t(($) => $.patient.noneFound)}
        </Text>
      )}
    </>
  );
};

const emailInput = { inputMode: 'email', autoComplete: 'off', autoCapitalize: 'none' } as const;

const isWrong = (email: string, refused: string): boolean =>
  email === refused || (email !== '' && !email.includes('@'));

type NewPatientProps = Pick<Props, 'added' | 'onAdded'> & { onAdd: (email: string) => void };

const NewPatient = ({ added, onAdded, onAdd }: NewPatientProps) => {
  const { t } = useTranslation('appointment');
  const toast = useToast();
  const { email, without } = added;
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
          {...emailInput}
          value={without ? '' : email}
          disabled={without}
          onChange={(event) => onAdded({ ...added, email: event.currentTarget.value })}
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
        onChange={(event) => onAdded({ ...added, without: event.currentTarget.checked })}
      />
    </>
  );
};

/** Returns whether the booking is announced by mail; true until the contacts are loaded. */
export const isMailed = (patient: PatientDraft, family: readonly PatientView[]): boolean =>
  patient.responsible_id === '' ? patient.email !== '' : responsibleFor(patient, family)?.email !== '';

/** Returns the contacts who can be notified in place of the patient. */
export const useContacts = (pro: Pro, patient: PatientDraft | null): readonly PatientView[] =>
  useFamily(pro, patient?.responsible_id ? (patient.known ?? '') : '').data?.patients ?? [];

type ChosenProps = { pro: Pro; patient: PatientDraft; focused: boolean; onChange: () => void };

/** The chosen patient, with a remark if no mail will be sent. */
const Chosen = ({ pro, patient, focused, onChange }: ChosenProps) => {
  const { t } = useTranslation('appointment');
  const card = useRef<HTMLDivElement>(null);
  useFocusOnShow(card, focused);
  const family = useContacts(pro, patient);
  const reached = reachedBy(patient, responsibleFor(patient, family));
  return (
    <>
      <div
        ref={card}
        className={classes['chosen']}
        tabIndex={-1}
        role="group"
        aria-label={[patient.name, reached].filter(Boolean).join(' · ')}
        {...advancing}
      >
        <span>
          {patient.known && <strong>{patient.name}</strong>}
          {patient.known && reached && ' · '}
          {patient.known ? reached : patient.email || t(($) => $.patient.noEmail)}
        </span>
        <Button variant="default" size="xs" onClick={onChange}>
          {t(($) => $.patient.change)}
        </Button>
      </div>
      {!isMailed(patient, family) && (
        <Text size="sm" role="status">
          {t(($) => $.patient.notMailed)}
        </Text>
      )}
    </>
  );
};

/** Patient field: search in the professional's patients, or add a new one. */
export const PatientFields = ({ pro, patient, onChange, ...props }: Props) => {
  const { prefix, refusedEmail, added, onAdded } = props;
  const { t } = useTranslation(['appointment', 'common']);
  // The pressed button disappears, so the focus moves to what replaces it.
  const [pressed, setPressed] = useState(false);
  const change = (changed: PatientDraft | null) => {
    setPressed(true);
    onChange(changed);
  };
  return (
    <Fieldset title={t(($) => $.patient.title)} quiet>
      {!patient && (
        <>
          <Search pro={pro} again={pressed} onChoose={(found) => change(draftOf(found))} />
          <NewPatient
            added={added}
            onAdded={onAdded}
            onAdd={(email) => change({ ...(added.changed ?? emptyPatient), email })}
          />
        </>
      )}
      {patient && (
        <Chosen
          pro={pro}
          patient={patient}
          focused={pressed && patient.known !== null}
          onChange={() => change(null)}
        />
      )}
      {patient && !patient.known && (
        <>
          {refusedEmail !== null && (
            <TextInput
              label={t(($) => $.patient.newEmail)}
              {...emailInput}
              autoFocus
              value={patient.email}
              error={isWrong(patient.email, refusedEmail) && t(($) => $.patient.invalidEmail)}
              onChange={(event) => onChange({ ...patient, email: event.currentTarget.value })}
            />
          )}
          <TextInput
            label={t(($) => $.patient.name)}
            maxLength={120}
            autoComplete="off"
            autoFocus={pressed}
            value={patient.name}
            onChange={(event) => onChange({ ...patient, name: event.currentTarget.value })}
          />
          <PhoneField
            prefix={patient.prefix || prefix}
            phone={patient.phone}
            onChange={(phone) => onChange({ ...patient, ...phone })}
            {...(patient.email === ''
              ? {}
              : {
                  without: patient.withoutPhone,
                  onWithout: (withoutPhone: boolean) => onChange({ ...patient, withoutPhone }),
                })}
          />
        </>
      )}
    </Fieldset>
  );
};

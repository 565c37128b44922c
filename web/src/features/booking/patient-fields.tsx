import type { Pro } from '@visita/contracts/pro/views';
import { Anchor, Button, Checkbox, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePathOfRecord } from '../../lib/data/patients.api.ts';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { onEnter } from '../../ui/fields/on-enter.ts';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { advancing, useFocusOnShow } from '../../ui/fields/use-next-focus.ts';
import classes from './new-booking.module.css';
import { isMailed, reachedBy, responsibleFor, useContacts } from './patient-contacts.ts';
import { draftOf, patientAdded, patientTyped, type NewContact, type PatientDraft } from './patient-draft.ts';
import { PatientSearch } from './patient-search.tsx';

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

const emailInput = { inputMode: 'email', autoComplete: 'off', autoCapitalize: 'none' } as const;

const isWrong = (email: string, refused: string | null): boolean =>
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

type ChosenProps = { pro: Pro; patient: PatientDraft; focused: boolean; onChange: () => void };

/** The chosen patient, with a remark if no mail will be sent. */
const Chosen = ({ pro, patient, focused, onChange }: ChosenProps) => {
  const { t } = useTranslation('appointment');
  const card = useRef<HTMLDivElement>(null);
  useFocusOnShow(card, focused);
  const family = useContacts(pro, patient);
  const path = usePathOfRecord(pro, { id: patient.known, proId: patient.pro_id ?? pro.id });
  const reached = reachedBy(patient, responsibleFor(patient, family));
  const without = patient.withoutEmail ? t(($) => $.patient.noEmail) : t(($) => $.patient.new);
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
        <div>
          {patient.known && path === null && <strong>{patient.name}</strong>}
          {path !== null && (
            <Anchor component={Link} to={path} inherit fw={600}>
              {patient.name}
            </Anchor>
          )}
          {patient.known ? reached && <Text size="sm">{reached}</Text> : patient.email || without}
        </div>
        <Button variant="default" size="xs" onClick={onChange}>
          {t(($) => $.patient.change)}
        </Button>
      </div>
      {patient.withoutEmail && !isMailed(patient, family) && (
        <Text size="sm" role="status">
          {t(($) => $.patient.notMailed)}
        </Text>
      )}
    </>
  );
};

type NewFieldsProps = Pick<Props, 'prefix' | 'refusedEmail'> & {
  patient: PatientDraft;
  /** True if the first empty field takes the focus. */
  focused: boolean;
  onChange: (patient: PatientDraft) => void;
};

/** Email of a new patient, if it was refused or not given with the patient. */
const NewEmail = ({ patient, refusedEmail, onChange }: Omit<NewFieldsProps, 'prefix' | 'focused'>) => {
  const { t } = useTranslation('appointment');
  const [left, setLeft] = useState(false);
  const { email, asksEmail, withoutEmail } = patient;
  return (
    <>
      <TextInput
        label={t(($) => $.patient.newEmail)}
        {...emailInput}
        autoFocus={refusedEmail !== null}
        value={email}
        disabled={asksEmail && withoutEmail}
        error={
          (left || refusedEmail !== null) && isWrong(email, refusedEmail) && t(($) => $.patient.invalidEmail)
        }
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange({ ...patient, email: event.currentTarget.value.trim() })}
      />
      {asksEmail && (
        <Checkbox
          size="md"
          label={t(($) => $.patient.noEmail)}
          checked={withoutEmail}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...patient, withoutEmail: checked, ...(checked ? { email: '' } : {}) })
          }
        />
      )}
    </>
  );
};

/** Fields of a new patient that are not known from the text they were added by. */
const NewFields = ({ patient, prefix, refusedEmail, focused, onChange }: NewFieldsProps) => {
  const { t } = useTranslation('appointment');
  const [named] = useState(patient.name !== '');
  const email = (patient.asksEmail || refusedEmail !== null) && (
    <NewEmail patient={patient} refusedEmail={refusedEmail} onChange={onChange} />
  );
  return (
    <>
      {!patient.asksEmail && email}
      <TextInput
        label={t(($) => $.patient.name)}
        maxLength={120}
        autoComplete="off"
        autoFocus={focused && !named}
        value={patient.name}
        onChange={(event) => onChange({ ...patient, name: event.currentTarget.value })}
      />
      <PhoneField
        prefix={patient.prefix || prefix}
        phone={patient.phone}
        autoFocus={focused && named}
        onChange={(phone) => onChange({ ...patient, ...phone })}
        {...(patient.email === ''
          ? {}
          : {
              without: patient.withoutPhone,
              onWithout: (withoutPhone: boolean) => onChange({ ...patient, withoutPhone }),
            })}
      />
      {patient.asksEmail && email}
      {(['privacyNotice', 'marketingConsent'] as const).map((field) => (
        <Checkbox
          key={field}
          size="md"
          label={t(($) => $.patient[field])}
          checked={patient[field] === true}
          onChange={(event) => onChange({ ...patient, [field]: event.currentTarget.checked })}
        />
      ))}
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
          <PatientSearch
            pro={pro}
            query={added.query}
            again={pressed}
            onQuery={(query) => onAdded({ ...added, query })}
            onChoose={(found) => change(draftOf(found))}
            onNew={() => change(patientTyped(added, prefix))}
          />
          <NewPatient added={added} onAdded={onAdded} onAdd={(email) => change(patientAdded(added, email))} />
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
        <NewFields
          patient={patient}
          prefix={prefix}
          refusedEmail={refusedEmail}
          focused={pressed}
          onChange={onChange}
        />
      )}
    </Fieldset>
  );
};

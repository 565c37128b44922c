import { patientCalls } from '@visita/contracts/api/patient';
import type { PatientView } from '@visita/contracts/booking/views';
import type { ClinicRecord } from '@visita/contracts/patient/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type CallInput } from '../../lib/api/api.ts';
import { saveOver } from '../../lib/booking/clash.ts';
import { putPatient, rereadPatientList, rereadPatients } from '../../lib/data/patients.api.ts';
import { usePreselectedPrefix } from '../../ui/fields/use-preselected-prefix.ts';
import { BirthDateField } from '../../ui/fields/birth-date-field.tsx';
import { MailLanguageField } from '../../ui/fields/mail-language-field.tsx';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { unsavedAfter } from '../../ui/forms/use-submit.ts';
import { EmailTaken } from './email-taken.tsx';
import { OtherRecords, useOtherRecords } from './other-records.tsx';

type Body = CallInput<'updatePatient'>['body'];
type Editable = Pick<
  PatientView,
  'id' | 'name' | 'prefix' | 'phone' | 'email' | 'birth_date' | 'language' | 'version'
>;

const contactOf = ({ name, prefix, phone }: Editable) => ({
  name,
  prefix: prefix || null,
  phone: phone || null,
});
const basisOf = (patient: Editable) => ({
  version: patient.version,
  record: { ...contactOf(patient), email: patient.email, birthDate: patient.birth_date || null },
});

/** Returns the same correction for another record of the person, which keeps what was not corrected. */
const alsoFor = (other: Editable, patient: Editable, body: Body): Body => {
  const [before, kept] = [contactOf(patient), contactOf(other)];
  const { patientId: _patient, name, prefix, phone, ...more } = body;
  const phoned = prefix !== before.prefix || phone !== before.phone;
  return {
    patientId: other.id,
    name: name === before.name ? kept.name : name,
    prefix: phoned ? prefix : kept.prefix,
    phone: phoned ? phone : kept.phone,
    ...more,
  };
};

/** Returns a function that saves a correction over a record as it was read; false if other changes were kept. */
const useCorrect = () => {
  const { t } = useTranslation(['patients', 'common']);
  const named = {
    name: { label: t(($) => $.edit.name) },
    prefix: { label: t(($) => $.common.fields.prefix), show: String },
    phone: { label: t(($) => $.common.fields.phone) },
    email: { label: t(($) => $.common.fields.email) },
    birthDate: { label: t(($) => $.family.birthDate) },
  };
  return async (body: Body, basis: ReturnType<typeof basisOf>): Promise<boolean> => {
    const { answer } = await saveOver('updatePatient', { body }, { basis, named });
    if (answer) await putPatient(answer.data.id, answer.data);
    return answer !== null;
  };
};

const usePatientForm = (pro: Pro, patient: PatientView, also: readonly ClinicRecord[]) => {
  const correct = useCorrect();
  const { name, email, prefix, phone, language } = patient;
  const [takenBy, setTakenBy] = useState<string>();
  const birthDate = patient.birth_date || null;
  const preselected = usePreselectedPrefix(pro);
  const basis = basisOf(patient);
  const { form, body, draft } = useBodyForm(
    patientCalls.updatePatient.body,
    // A patient without email may have no phone; one with an email must say so.
    { name, email, prefix, phone, birthDate, language, without: patient.email !== '' && phone === '', basis },
    ({ without, basis: _read, email: typed, birthDate: born, language: chosen, ...values }) => ({
      patientId: patient.id,
      ...values,
      ...(typed.trim() === email ? {} : { email: typed.trim() }),
      ...(born === birthDate ? {} : { birthDate: born }),
      ...(chosen === language ? {} : { language: chosen }),
      prefix: values.prefix || preselected,
      ...(without || (patient.email === '' && values.phone === '') ? { prefix: null, phone: null } : {}),
    }),
    { name: `patient ${patient.id}` },
  );
  const save = async () => {
    if (!body) return;
    setTakenBy(undefined);
    const correcting = correct(body, form.values.basis).catch((error: unknown) => {
      if (error instanceof ApiError) setTakenBy(error.patientId);
      throw error;
    });
    if (!(await correcting)) return unsavedAfter(rereadPatients());
    for (const other of also) {
      // oxlint-disable-next-line no-await-in-loop -- each may ask which of two changes to keep
      await correct(alsoFor(other, patient, body), basisOf(other));
    }
    if (also.length > 0) await rereadPatientList();
    return undefined;
  };
  return { form, draft, preselected, takenBy, send: body && save };
};

type Props = { pro: Pro; patient: PatientView; onClose: () => void };

/** Panel to correct a patient's name, email, phone, date of birth and language. */
export const EditPatientPanel = ({ pro, patient, onClose }: Props) => {
  const { t } = useTranslation(['patients', 'common', 'appointment']);
  const others = useOtherRecords(pro, patient);
  const [also, setAlso] = useState<string[]>([]);
  const corrected = others.filter(({ id }) => also.includes(id));
  const { form, draft, preselected, takenBy, send } = usePatientForm(pro, patient, corrected);
  return (
    <FormPanel
      title={t(($) => $.edit.title)}
      submit={t(($) => $.edit.save)}
      send={send}
      draft={draft}
      failed="patientUpdateFailed"
      done="patientUpdated"
      onClose={onClose}
      cancel
    >
      <Stack>
        <TextInput
          label={t(($) => $.common.fields.email)}
          description={patient.email ? t(($) => $.edit.emailHint) : t(($) => $.edit.noEmail)}
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        {takenBy !== undefined && <EmailTaken {...{ pro, patient }} otherId={takenBy} onDecided={onClose} />}
        <TextInput
          label={t(($) => $.edit.name)}
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <PhoneField
          prefix={form.values.prefix || preselected}
          phone={form.values.phone}
          onChange={form.setValues}
          {...(patient.email === ''
            ? {}
            : {
                without: form.values.without,
                onWithout: (without: boolean) => form.setValues({ without }),
              })}
        />
        <BirthDateField
          value={form.values.birthDate}
          onChange={(birthDate) => form.setValues({ birthDate })}
        />
        <MailLanguageField
          pro={pro}
          value={form.values.language}
          onChange={(language) => form.setValues({ language })}
        />
        <OtherRecords records={others} value={also} onChange={setAlso} />
      </Stack>
    </FormPanel>
  );
};

import { patientCalls } from '@visita/contracts/api/patient';
import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveOver } from '../../lib/booking/clash.ts';
import { putPatient, rereadPatients } from '../../lib/data/patients.api.ts';
import { usePreselectedPrefix } from '../../ui/fields/use-preselected-prefix.ts';
import { BirthDateField } from '../../ui/fields/birth-date-field.tsx';
import { MailLanguageField } from '../../ui/fields/mail-language-field.tsx';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { unsavedAfter } from '../../ui/forms/use-submit.ts';

const usePatientForm = (pro: Pro, patient: PatientView) => {
  const { t } = useTranslation(['patients', 'common']);
  const { name, prefix, phone, version, language } = patient;
  const birthDate = patient.birth_date || null;
  const preselected = usePreselectedPrefix(pro);
  const basis = { version, record: { name, prefix: prefix || null, phone: phone || null } };
  const { form, body, draft } = useBodyForm(
    patientCalls.updatePatient.body,
    // A patient without email may have no phone; one with an email must say so.
    { name, prefix, phone, birthDate, language, without: patient.email !== '' && phone === '', basis },
    ({ without, basis: _read, birthDate: born, language: chosen, ...values }) => ({
      patientId: patient.id,
      ...values,
      ...(born === birthDate ? {} : { birthDate: born }),
      ...(chosen === language ? {} : { language: chosen }),
      prefix: values.prefix || preselected,
      ...(without || (patient.email === '' && values.phone === '') ? { prefix: null, phone: null } : {}),
    }),
    { name: `patient ${patient.id}` },
  );
  const save = async () => {
    if (!body) return;
    const named = {
      name: { label: t(($) => $.edit.name) },
      prefix: { label: t(($) => $.common.fields.prefix), show: String },
      phone: { label: t(($) => $.common.fields.phone) },
    };
    const saved = await saveOver('updatePatient', { body }, { basis: form.values.basis, named });
    if (!saved.answer) return unsavedAfter(rereadPatients());
    const { data } = saved.answer;
    await putPatient(data.id, data);
    return undefined;
  };
  return { form, draft, preselected, send: body && save };
};

type Props = { pro: Pro; patient: PatientView; onClose: () => void };

/** Panel to correct a patient's name, phone, date of birth and language. */
export const EditPatientPanel = ({ pro, patient, onClose }: Props) => {
  const { t } = useTranslation(['patients', 'common', 'appointment']);
  const { form, draft, preselected, send } = usePatientForm(pro, patient);
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
          value={patient.email}
          description={patient.email ? t(($) => $.edit.emailHint) : t(($) => $.edit.noEmail)}
          readOnly
        />
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
      </Stack>
    </FormPanel>
  );
};

import { bookingCalls } from '@visita/contracts/api/booking';
import type { PatientView } from '@visita/contracts/booking/views';
import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { putPatient } from '../../lib/data/patients.api.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { useBodyForm } from '../../ui/use-body-form.ts';

const usePatientForm = (patient: PatientView) => {
  const { name, prefix, phone } = patient;
  const { form, body, draft } = useBodyForm(
    bookingCalls.updatePatient.body,
    { name, prefix, phone },
    (values) => ({
      patientId: patient.id,
      ...values,
      // A patient without email may have no phone either.
      ...(patient.email === '' && values.phone === '' ? { prefix: null, phone: null } : {}),
    }),
    { name: `patient ${patient.id}` },
  );
  const save = async () => {
    if (!body) return;
    const { data } = await call('updatePatient', { body });
    await putPatient(data.id, data);
  };
  return { form, draft, send: body && save };
};

/** Corrects a patient's name and phone. */
export const EditPatientPanel = ({ patient, onClose }: { patient: PatientView; onClose: () => void }) => {
  const { t } = useTranslation(['patients', 'common']);
  const { form, draft, send } = usePatientForm(patient);
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
          prefix={form.values.prefix}
          phone={form.values.phone}
          onPrefix={(changed) => form.setValues({ prefix: changed })}
          onPhone={(changed) => form.setValues({ phone: changed })}
        />
      </Stack>
    </FormPanel>
  );
};

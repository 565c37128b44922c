import { bookingCalls } from '@visita/contracts/api/booking';
import type { PatientView } from '@visita/contracts/booking/views';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { updatePatient } from '../../lib/data/calendar.api.ts';
import { putPatient } from '../../lib/data/patients.api.ts';

const formId = 'edit-patient';

/** Corrects a patient's name and phone. */
export const EditPatientPanel = ({ patient, onClose }: { patient: PatientView; onClose: () => void }) => {
  const { t } = useTranslation(['patients', 'common']);
  const fading = useFading(onClose);
  const [values, setValues] = useState({
    name: patient.name,
    prefix: patient.prefix,
    phone: patient.phone,
  });
  const { sending, submit } = useSubmit();
  const body = bookingCalls.updatePatient.body.safeParse({ patientId: patient.id, ...values });

  const save = async () => {
    if (!body.success) return;
    const send = async () => {
      const { data } = await call('updatePatient', { body: body.data });
      await Promise.all([
        putPatient(data.id, data),
        updatePatient({ patient_id: data.id, name: data.name, prefix: data.prefix, phone: data.phone }),
      ]);
      fading.close();
    };
    await submit(send, { done: t(($) => $.edit.done), failed: t(($) => $.edit.errorMessage), seconds: 7 });
  };

  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.edit.title)}
      footer={
        <>
          <Button variant="default" onClick={fading.close}>
            {t(($) => $.common.actions.cancel)}
          </Button>
          <Button type="submit" form={formId} loading={sending} disabled={!body.success}>
            {t(($) => $.edit.save)}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack>
          <TextInput
            label={t(($) => $.common.fields.email)}
            value={patient.email}
            description={t(($) => $.edit.emailHint)}
            readOnly
          />
          <TextInput
            label={t(($) => $.edit.name)}
            maxLength={120}
            autoComplete="off"
            value={values.name}
            onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
          />
          <PhoneField
            prefix={values.prefix}
            phone={values.phone}
            onPrefix={(prefix) => setValues({ ...values, prefix })}
            onPhone={(phone) => setValues({ ...values, phone })}
          />
        </Stack>
      </form>
    </SidePanel>
  );
};

import { mobileOf } from '@visita/contracts/messages/mobile';
import type { PatientRecord } from '@visita/contracts/patient/views';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { isCall } from '../../lib/api/rereads.ts';
import { call } from '../../lib/api/client.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

type Props = { patient: PatientRecord; agreed: boolean | undefined; toAll: boolean | undefined };

/** Consent to texts that a patient gave or withdrew by word of mouth. Absent without a provider or mobile number. */
export const TextsSwitch = ({ patient, agreed, toAll }: Props) => {
  const { t } = useTranslation('patients');
  const { sending, submit } = useSubmit({ failed: 'patientUpdateFailed', done: 'patientUpdated' });
  if (agreed === undefined || mobileOf(patient) === null) return null;
  const choose = (texts: boolean) =>
    void submit(async () => {
      await call('setPatientTexts', { params: { patientId: patient.id }, body: { texts } });
      await mutate(isCall('getPatientBookings'));
    });
  return (
    <Switch
      className="ruled"
      size="md"
      label={t(($) => $.texts.label)}
      description={t(($) => (agreed && !toAll ? $.texts.remindersOnly : $.texts.hint))}
      checked={agreed}
      readOnly={sending}
      disabled={patient.restricted === true && !agreed}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
};

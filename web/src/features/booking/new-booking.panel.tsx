import { bookingCalls } from '@visita/contracts/api/booking';
import type { Pro } from '@visita/contracts/pro/views';
import { Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { call } from '../../lib/client.ts';
import { putBooking } from '../../lib/data/calendar.api.ts';
import type { NewBookingStart } from '../../lib/state/booking.atoms.ts';
import { isCall } from '../../lib/rereads.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { ServiceFields } from '../../ui/service-fields.tsx';
import { useBodyForm } from '../../ui/use-body-form.ts';
import { WhenFields } from '../../ui/when-fields.tsx';
import { draftOf, PatientFields } from './patient-fields.tsx';

const bodyOf = ({ choice, when, draft, proNotes }: ReturnType<typeof valuesOf>) => {
  const { known: _, ...patient } = draft ?? { known: false };
  const booking = { hubServiceId: choice.hubServiceId, date: `${when.day}T${when.time}`, proNotes };
  return { booking, patient };
};

const valuesOf = ({ patient, ...when }: NewBookingStart) => ({
  choice: { clinicId: '', hubId: '', hubServiceId: '' },
  when,
  draft: patient ? draftOf(patient) : null,
  proNotes: '',
});

type Props = { pro: Pro; start: NewBookingStart; onClose: () => void };

/** Books for a patient: service, day and time, patient, notes. */
export const NewBookingPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation('appointment');
  const withKey = useIdempotencyKey();
  const { form, body } = useBodyForm(bookingCalls.placeBooking.body, valuesOf(start), bodyOf);
  const { choice, when, draft } = form.values;
  const save = async () => {
    if (!body) return;
    const place = (idempotencyKey: string) => call('placeBooking', { body, idempotencyKey });
    await putBooking((await withKey(body, place)).data);
    void mutate(isCall('getPatients'));
  };
  return (
    <FormPanel
      title={t(($) => $.title)}
      submit={t(($) => $.save)}
      send={body && save}
      failed="bookingFailed"
      done="bookingPlaced"
      onClose={onClose}
    >
      <Stack gap="xl">
        <ServiceFields pro={pro} choice={choice} onChange={(chosen) => form.setValues({ choice: chosen })} />
        <WhenFields
          day={when.day}
          time={when.time}
          onChange={(changed) => form.setValues({ when: changed })}
        />
        <PatientFields pro={pro} patient={draft} onChange={(changed) => form.setValues({ draft: changed })} />
        <Textarea
          label={t(($) => $.proNotes)}
          description={t(($) => $.proNotesHint)}
          rows={3}
          maxLength={4000}
          {...form.getInputProps('proNotes')}
        />
      </Stack>
    </FormPanel>
  );
};

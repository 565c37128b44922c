import { bookingCalls } from '@visita/contracts/api/booking';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { call } from '../../lib/client.ts';
import { useAttempts } from '../../lib/use-attempts.ts';
import { isCall } from '../../lib/use-call.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { putBooking } from '../../lib/data/calendar.api.ts';
import type { NewBookingStart, When } from '../../lib/state/booking.atoms.ts';
import { draftOf, PatientFields, type PatientDraft } from './patient-fields.tsx';
import { ServiceFields } from '../../ui/service-fields.tsx';
import { WhenFields } from '../../ui/when-fields.tsx';

const formId = 'new-booking';

type Props = { pro: Pro; start: NewBookingStart; onClose: () => void };

/** Books for a patient: service, day and time, patient, notes. */
export const NewBookingPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation('appointment');
  const attempt = useAttempts();
  const fading = useFading(onClose);
  const [choice, setChoice] = useState({ clinicId: '', hubId: '', hubServiceId: '' });
  const [when, setWhen] = useState<When>(start);
  const [draft, setDraft] = useState<PatientDraft | null>(start.patient ? draftOf(start.patient) : null);
  const [proNotes, setProNotes] = useState('');
  const { sending, submit } = useSubmit();
  const { known: _, ...patient } = draft ?? { known: false };
  const body = bookingCalls.placeBooking.body.safeParse({
    booking: { hubServiceId: choice.hubServiceId, date: `${when.day}T${when.time}`, proNotes },
    patient,
  });

  const save = async () => {
    if (!body.success) return;
    const place = (idempotencyKey: string) => call('placeBooking', { body: body.data, idempotencyKey });
    const send = async () => {
      const { data } = await attempt(body.data, place);
      await putBooking(data);
      void mutate(isCall('getPatients'));
      fading.close();
    };
    await submit(send, { done: t(($) => $.done), failed: t(($) => $.errorMessage), seconds: 7 });
  };

  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.title)}
      footer={
        <Button type="submit" form={formId} loading={sending} disabled={!body.success}>
          {t(($) => $.save)}
        </Button>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="xl">
          <ServiceFields pro={pro} choice={choice} onChange={setChoice} />
          <WhenFields day={when.day} time={when.time} onChange={setWhen} />
          <PatientFields pro={pro} patient={draft} onChange={setDraft} />
          <Textarea
            label={t(($) => $.proNotes)}
            description={t(($) => $.proNotesHint)}
            rows={3}
            maxLength={4000}
            value={proNotes}
            onChange={(event) => setProNotes(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </SidePanel>
  );
};

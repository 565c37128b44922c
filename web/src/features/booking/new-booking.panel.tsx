import { bookingCalls } from '@visita/contracts/api/booking';
import type { Pro } from '@visita/contracts/pro/views';
import { Stack, Textarea } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { mutate } from 'swr';
import { call } from '../../lib/client.ts';
import { putBooking, useCalendar } from '../../lib/data/calendar.api.ts';
import { remarksOf } from '../../lib/remarks.ts';
import type { NewBookingStart } from '../../lib/state/booking.atoms.ts';
import { lastAddressAtom, visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { isCall } from '../../lib/rereads.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { wallNow } from '../../lib/wall-clock.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { ServiceFields, useChoices } from '../../ui/service-fields.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { WhenFields } from '../../ui/when-fields.tsx';
import { FreeTimes } from './free-times.tsx';
import { draftOf, PatientFields } from './patient-fields.tsx';

type Values = {
  choice: { clinicId: string; hubId: string; hubServiceId: string };
  when: { day: string | null; time: string };
  draft: ReturnType<typeof draftOf> | null;
  proNotes: string;
};

const empty: Values = {
  choice: { clinicId: '', hubId: '', hubServiceId: '' },
  when: { day: null, time: '' },
  draft: null,
  proNotes: '',
};

/** What the panel is opened with; of what was typed before, the rest stays. */
const givenBy = ({ day, time, patient }: NewBookingStart): Partial<Values> => ({
  ...(day === null ? {} : { when: { day, time } }),
  ...(patient ? { draft: draftOf(patient) } : {}),
});

const schema = bookingCalls.placeBooking.body;

/** An email with an @ may be sent: whether it is one the server says. */
const bodyOf = ({ when, draft, proNotes }: Values, hubServiceId: string) => {
  const { known: _, ...patient } = draft ?? { ...empty.draft, known: false, email: '' };
  const written = { booking: { hubServiceId, date: `${when.day}T${when.time}`, proNotes }, patient };
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  const lenient = schema.safeParse({ ...written, patient: { ...patient, email: 'somebody@example.com' } });
  return lenient.success && patient.email.includes('@')
    ? { ...lenient.data, patient: { ...lenient.data.patient, email: patient.email } }
    : null;
};

/** The filter of the calendar is where a new booking is likely to be. */
const useLikely = ({ proId, minutes }: NewBookingStart) => {
  const asked = new URLSearchParams(useAtomValue(lastAddressAtom) ?? '');
  const filtered = asked.get('pro')?.split(',') ?? [];
  const only = filtered.length === 1 ? (filtered[0] ?? null) : null;
  return { clinicId: asked.get('clinic'), proId: proId ?? only, minutes: minutes ?? null };
};

const useNewBooking = (pro: Pro, start: NewBookingStart) => {
  const withKey = useIdempotencyKey();
  const { form, draft } = useDraftForm<Values>('new booking', empty, givenBy(start));
  const { values } = form;
  const choices = useChoices(pro, values.choice, useLikely(start));
  const body = bodyOf(values, choices.service?.id ?? '');
  const save = async () => {
    if (!body) return;
    const place = (idempotencyKey: string) => call('placeBooking', { body, idempotencyKey });
    await putBooking((await withKey(body, place)).data);
    void mutate(isCall('getPatients'));
  };
  return { form, draft, choices, send: body && save };
};

/** What there is to know of the time, in words. */
const useRemarks = (pro: Pro, values: Values, { clinic, hub, service }: ReturnType<typeof useChoices>) => {
  const { t } = useTranslation('appointment');
  const { when, draft } = values;
  const seen = useAtomValue(visibleAtom);
  const calendar = useCalendar(
    pro,
    seen ?? (when.day === null ? null : { from: when.day, to: when.day }),
  ).data;
  const now = wallNow(clinic?.timezone);
  const remarks = remarksOf({
    ...when,
    now,
    hub,
    duration: service?.duration,
    email: draft?.email,
    bookings: calendar?.bookings ?? [],
  });
  return remarks.map((remark) => t(($) => $.remarks[remark])).join(' ');
};

/** What is not there yet, in words. */
const useMissing = ({ when, draft }: Values, service: unknown) => {
  const { t } = useTranslation('appointment');
  const missing = [
    !draft || !draft.name || !draft.phone ? t(($) => $.patient.title) : '',
    service ? '' : t(($) => $.service),
    when.day ? '' : t(($) => $.date),
    when.time ? '' : t(($) => $.time),
  ].filter(Boolean);
  return missing.length > 0 ? t(($) => $.missing, { what: missing.join(', ').toLowerCase() }) : null;
};

type Props = { pro: Pro; start: NewBookingStart; onClose: () => void };

/** Books for a patient: who, what, when, notes. */
export const NewBookingPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation('appointment');
  const { form, draft: kept, choices, send } = useNewBooking(pro, start);
  const { values } = form;
  const { when, draft } = values;
  const remark = useRemarks(pro, values, choices);
  const missing = useMissing(values, choices.service);
  return (
    <FormPanel
      title={t(($) => $.title)}
      submit={t(($) => $.save)}
      send={send}
      draft={kept}
      missing={missing}
      failed="bookingFailed"
      done="bookingPlaced"
      onClose={onClose}
    >
      <Stack gap="xl">
        <PatientFields pro={pro} patient={draft} onChange={(changed) => form.setValues({ draft: changed })} />
        <ServiceFields choices={choices} onChange={(chosen) => form.setValues({ choice: chosen })} />
        <Stack gap="sm">
          <WhenFields {...when} remark={remark} onChange={(changed) => form.setValues({ when: changed })} />
          <FreeTimes
            clinicId={choices.clinic?.id}
            hubServiceId={choices.service?.id}
            day={when.day}
            onChoose={(chosen) => form.setValues({ when: chosen })}
          />
        </Stack>
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

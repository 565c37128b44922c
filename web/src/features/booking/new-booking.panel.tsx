import { bookingCalls } from '@visita/contracts/api/booking';
import type { Pro } from '@visita/contracts/pro/views';
import { Stack, Textarea } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastDraft } from '../../lib/state/drafts.ts';
import { isBufferTaken, isFieldRefused } from '../../lib/api/api.ts';
import { useClashText } from '../../lib/booking/clash-text.ts';
import { call } from '../../lib/api/client.ts';
import { putBooking, useCalendar } from '../../lib/data/calendar.api.ts';
import { rereadPatientList } from '../../lib/data/patients.api.ts';
import { inTheWay, namingClash } from '../../lib/booking/in-the-way.ts';
import { townAmong } from '../../lib/time/other-clock.ts';
import { remarksOf } from '../../lib/booking/remarks.ts';
import type { NewBookingStart } from '../../lib/state/booking.atoms.ts';
import { lastAddressAtom, visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { useIdempotencyKey } from '../../lib/api/use-idempotency-key.ts';
import { useShownDay } from '../../lib/time/use-shown-day.ts';
import { usePreselectedPrefix } from '../../ui/fields/use-preselected-prefix.ts';
import { instantOf, wallNow } from '../../lib/time/wall-clock.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { type FreeTime, FreeTimes } from '../../ui/fields/free-times.tsx';
import { type ServiceChoice, ServiceFields, useChoices } from '../../ui/fields/service-fields.tsx';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import { useNextFocus } from '../../ui/fields/use-next-focus.ts';
import { MailLanguageField } from '../../ui/fields/mail-language-field.tsx';
import { WhenFields } from '../../ui/fields/when-fields.tsx';
import { BlockInstead } from './block-instead.tsx';
import {
  draftOf,
  isMailed,
  noContact,
  PatientFields,
  responsibleFor,
  useContacts,
  type NewContact,
  type PatientDraft,
} from './patient-fields.tsx';
import { WhyNot } from './why-not.tsx';

type Values = {
  choice: ServiceChoice;
  when: { day: string | null; time: string };
  draft: ReturnType<typeof draftOf> | null;
  added: NewContact;
  proNotes: string;
};

const empty: Values = {
  choice: { clinicId: '', hubId: '', hubServiceId: '' },
  when: { day: null, time: '' },
  draft: null,
  added: noContact,
  proNotes: '',
};

/**
 * Returns the draft's name, which depends on what the panel was opened with: another time or patient has
 * another draft.
 */
const nameOf = ({ day, time, proId, patient, choice }: NewBookingStart): string =>
  ['new booking', day, time, proId, patient?.id, choice?.hubServiceId].filter(Boolean).join(' ');

/** If the panel is opened without a time or patient, it resumes the last draft and its time. */
const resumed = (pro: Pro, start: NewBookingStart): { name: string; start: NewBookingStart } => {
  const name = nameOf(start);
  const last = name === 'new booking' ? lastDraft(pro.id, `${name} `) : undefined;
  const [, day, time] = /^new booking (\d{4}-\d\d-\d\d) (\d\d:\d\d)/.exec(last ?? '') ?? [];
  if (last === undefined || day === undefined || time === undefined) return { name, start };
  return { name: last, start: { ...start, day, time } };
};

const givenBy = ({ day, time, patient, choice }: NewBookingStart): Partial<Values> => ({
  ...(day === null ? {} : { when: { day, time } }),
  ...(patient ? { draft: draftOf(patient) } : {}),
  ...(choice ? { choice } : {}),
});

const schema = bookingCalls.placeBooking.body;

/** Returns the patient of the request. Without an email no mail is sent, and the phone is optional. */
const patientOf = ({ known, name, email, prefix, phone, withoutPhone }: PatientDraft) => ({
  ...(known === null || email !== '' ? {} : { id: known }),
  name,
  email: email || null,
  ...(withoutPhone || (email === '' && phone === '') ? { prefix: null, phone: null } : { prefix, phone }),
});

/**
 * Returns the request, or null if it is incomplete. An email that contains an @ is sent, because the server
 * validates it.
 */
const bodyOf = ({ when, draft, proNotes }: Values, hubServiceId: string, prefix: string) => {
  if (!draft) return null;
  const patient = patientOf({ ...draft, prefix: draft.prefix || prefix });
  const booking = { hubServiceId, date: `${when.day}T${when.time}`, proNotes, language: draft.chosen };
  const written = { booking, patient };
  const parsed = schema.safeParse(written);
  if (parsed.success) return parsed.data;
  const lenient = schema.safeParse({ ...written, patient: { ...patient, email: 'patient@example.com' } });
  return lenient.success && patient.email?.includes('@')
    ? { ...lenient.data, patient: { ...lenient.data.patient, email: patient.email } }
    : null;
};

/** Returns likely values: the calendar's filters and the patient's last service. */
const useSuggested = (pro: Pro, { proId, minutes }: NewBookingStart, patientId: string | null) => {
  const address = new URLSearchParams(useAtomValue(lastAddressAtom) ?? '');
  const filtered = address.get('pro')?.split(',') ?? [];
  const only = filtered.length === 1 ? (filtered[0] ?? null) : null;
  const bookings = useCalendar(pro, useAtomValue(visibleAtom)).data?.bookings ?? [];
  const last = bookings
    .filter(({ patient_id: id }) => id === patientId)
    .toSorted((one, other) => other.date.localeCompare(one.date))[0];
  return {
    clinicId: address.get('clinic'),
    proId: proId ?? only,
    minutes: minutes ?? null,
    hubServiceId: last?.hub_service_id,
  };
};

const useNewBooking = (pro: Pro, opened: NewBookingStart) => {
  const [{ name, start }] = useState(() => resumed(pro, opened));
  const withKey = useIdempotencyKey();
  const shown = useShownDay();
  // A repeated booking is for another day than the one shown.
  const first = start.choice ? empty : { ...empty, when: { day: shown, time: '' } };
  const { form, draft } = useDraftForm<Values>(name, { ...first, ...givenBy(start) });
  const { values } = form;
  const choices = useChoices(pro, values.choice, useSuggested(pro, start, values.draft?.known ?? null));
  const prefix = usePreselectedPrefix(pro, choices.clinic);
  const body = bodyOf(values, choices.service?.id ?? '', prefix);
  // Request that was refused only for the buffer around another visit; if it is sent again, it
  // overrides the buffer.
  const [tight, setTight] = useState('');
  const [refusedEmail, setRefusedEmail] = useState<string | null>(null);
  const where = body && `${body.booking.hubServiceId} ${body.booking.date}`;
  const anyway = where !== null && where === tight;
  const save = async () => {
    if (!body) return;
    const request = anyway ? { ...body, booking: { ...body.booking, anyway } } : body;
    const place = (idempotencyKey: string) => call('placeBooking', { body: request, idempotencyKey });
    try {
      const { hubServiceId, date } = body.booking;
      const placed = await namingClash(() => withKey(request, place), { pro, hubServiceId, start: date });
      await putBooking(placed.data);
    } catch (error) {
      setTight(where !== null && isBufferTaken(error) ? where : '');
      if (isFieldRefused(error, 'patient.email')) setRefusedEmail(values.draft?.email ?? null);
      throw error;
    }
    void rereadPatientList();
  };
  const onChange = (changed: Values['draft']) => {
    const before = values.draft;
    const isNew = changed === null && before?.known === null;
    const added = isNew ? { email: before.email, without: before.email === '', changed: before } : noContact;
    form.setValues({ draft: changed, added });
    if (!changed) setRefusedEmail(null);
  };
  const onAdded = (added: NewContact) => form.setValues({ added });
  const patientProps = { prefix, refusedEmail, onChange, added: values.added, onAdded };
  return { form, draft, choices, anyway, patientProps, send: body && save };
};

const useRemarks = (
  pro: Pro,
  values: Values,
  { clinics, clinic, hub, service }: ReturnType<typeof useChoices>,
) => {
  const { t } = useTranslation('appointment');
  const clashText = useClashText();
  const { when, draft } = values;
  const seen = useAtomValue(visibleAtom);
  const calendar = useCalendar(
    pro,
    seen ?? (when.day === null ? null : { from: when.day, to: when.day }),
  ).data;
  const timezone = clinic?.timezone;
  const now = wallNow(timezone);
  const from = when.day && when.time ? instantOf(`${when.day}T${when.time}`, timezone) : null;
  const until = (from ?? 0) + (service?.duration ?? 0) * 60_000;
  const clash =
    from !== null && calendar && hub
      ? inTheWay(calendar, { proId: hub.proId, from, until, timezone }, clinics)
      : undefined;
  const remarks = remarksOf({
    ...when,
    now,
    hub,
    duration: service?.duration,
    email: draft?.email || undefined,
    bookings: calendar?.bookings ?? [],
    taken: clash !== undefined,
  });
  return remarks
    .map((remark) => (remark === 'taken' ? clashText(clash) : t(($) => $.remarks[remark])))
    .join(' ');
};

const useMissing = ({ when, draft }: Values, { hub, listed }: ReturnType<typeof useChoices>) => {
  const { t } = useTranslation('appointment');
  const missing = [
    !draft || !draft.name || (draft.email && !draft.phone && !draft.withoutPhone)
      ? t(($) => $.patient.title)
      : '',
    hub ? '' : t(($) => $.professional),
    listed ? '' : t(($) => $.service),
    when.day ? '' : t(($) => $.date),
    when.time ? '' : t(($) => $.time),
  ].filter(Boolean);
  return missing.length > 0 ? t(($) => $.missing, { what: missing.join(', ').toLowerCase() }) : null;
};

type Form = ReturnType<typeof useNewBooking>;

/** Day and time, with the free times to choose from and reasons for the others. */
const WhenPart = ({ pro, form, choices }: { pro: Pro } & Pick<Form, 'form' | 'choices'>) => {
  const { when } = form.values;
  const remark = useRemarks(pro, form.values, choices);
  const town = when.day && townAmong(choices.clinics, choices.clinic, when.day);
  const { clinic, hub, service, listed, firstAvailable } = choices;
  const query = { clinicId: clinic?.id, hubServiceId: service?.id, day: when.day };
  const choose = (chosen: Values['when']) => form.setValues({ when: chosen });
  const clinicServiceId = listed?.clinicServiceId;
  const chooseFree = ({ day, time, hubId, hubServiceId }: FreeTime) => {
    const choice = { clinicId: clinic?.id ?? '', hubId, hubServiceId, clinicServiceId, firstAvailable };
    form.setValues({ when: { day, time }, choice });
  };
  return (
    <Stack gap="sm">
      <WhenFields {...when} town={town} remark={remark} onChange={choose} />
      <FreeTimes
        key={`${clinicServiceId} ${firstAvailable ? '' : hub?.id}`}
        clinicId={clinic?.id}
        clinicServiceId={clinicServiceId}
        proId={firstAvailable ? undefined : hub?.proId}
        day={when.day}
        chosen={{ ...when, hubServiceId: service?.id }}
        leads={when.time === ''}
        onChoose={chooseFree}
      />
      <WhyNot {...query} />
    </Stack>
  );
};

type Props = { pro: Pro; start: NewBookingStart; onClose: () => void };

/** Panel to place a booking for a patient. */
export const NewBookingPanel = ({ pro, start, onClose }: Props) => {
  const { t } = useTranslation('appointment');
  const { form, draft: kept, choices, anyway, patientProps, send } = useNewBooking(pro, start);
  const { values } = form;
  const { when, draft } = values;
  const contacts = useContacts(pro, draft);
  const missing = useMissing(values, choices);
  const proId = choices.hub?.proId ?? start.proId;
  useNextFocus(send !== null, () =>
    document.querySelector<HTMLElement>('[role="dialog"] button[type="submit"]:not([disabled])'),
  );
  return (
    <FormPanel
      title={t(($) => $.title)}
      submit={anyway ? t(($) => $.anyway) : t(($) => $.save)}
      send={send}
      draft={kept}
      missing={missing}
      failed="bookingFailed"
      done={draft && !isMailed(draft, contacts) ? 'bookingPlacedUnmailed' : 'bookingPlaced'}
      onClose={onClose}
    >
      <Stack gap="xl">
        {!start.patient && <BlockInstead when={when} minutes={start.minutes ?? null} proId={proId ?? null} />}
        <PatientFields pro={pro} patient={draft} {...patientProps} />
        <ServiceFields choices={choices} onChange={(chosen) => form.setValues({ choice: chosen })} />
        <WhenPart pro={pro} form={form} choices={choices} />
        <Textarea
          label={t(($) => $.proNotes)}
          description={t(($) => $.proNotesHint)}
          rows={3}
          maxLength={4000}
          {...form.getInputProps('proNotes')}
        />
        {draft && isMailed(draft, contacts) && (
          <MailLanguageField
            pro={pro}
            value={draft.chosen ?? (responsibleFor(draft, contacts) ?? draft).language}
            onChange={(chosen) => form.setValues({ draft: { ...draft, chosen } })}
          />
        )}
      </Stack>
    </FormPanel>
  );
};

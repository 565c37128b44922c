import { bookingCalls } from '@visita/contracts/api/booking';
import type { Pro } from '@visita/contracts/pro/views';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { isBufferTaken, isFieldRefused } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { newId } from '../../lib/compat/new-id.ts';
import { useIdempotencyKey } from '../../lib/api/use-idempotency-key.ts';
import { hubsFor } from '../../lib/booking/hubs.ts';
import { namingClash } from '../../lib/booking/in-the-way.ts';
import { putBooking, useCalendar } from '../../lib/data/calendar.api.ts';
import { rereadPatientList } from '../../lib/data/patients.api.ts';
import { bookingDrafts, chosenSlotAtom, type NewBookingStart } from '../../lib/state/booking.atoms.ts';
import { lastAddressAtom, visibleAtom } from '../../lib/state/calendar.atoms.ts';
import { keepOpened } from '../../lib/state/opened-booking.ts';
import { useShownDay } from '../../lib/time/use-shown-day.ts';
import { type ServiceChoice, useChoices } from '../../ui/fields/service-fields.tsx';
import { usePreselectedPrefix } from '../../ui/fields/use-preselected-prefix.ts';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import type { Repeat } from './repeat/repeat.ts';
import { useSeries } from './repeat/use-series.ts';
import { useFirstFree } from './use-first-free.ts';
import { contactOf, draftOf, noContact, type NewContact, type PatientDraft } from './patient-draft.ts';

export type Values = {
  choice: ServiceChoice;
  when: { day: string | null; time: string };
  draft: PatientDraft | null;
  added: NewContact;
  proNotes: string;
  /** Rule of repeated visits; null for a single visit. */
  repeat: Repeat | null;
  /** Start of the form, which is kept with its draft. */
  basis: NewBookingStart;
};

const empty: Omit<Values, 'basis'> = {
  choice: { clinicId: '', hubId: '', hubServiceId: '' },
  when: { day: null, time: '' },
  draft: null,
  added: noContact,
  proNotes: '',
  repeat: null,
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

/** Returns what was recorded for a new patient. */
const givenTo = ({ privacyNotice, marketingConsent }: PatientDraft) => ({
  ...(privacyNotice && { privacyNotice }),
  ...(marketingConsent && { marketingConsent }),
});

const servicesOf = ({ service, further }: Choices) => {
  const hubServiceId = service?.id ?? '';
  const all = [hubServiceId, ...further.map(({ id }) => id)];
  return { hubServiceId, ...(further.length > 0 && { hubServiceIds: all }) };
};

/**
 * Returns the request, or null if it is incomplete. An email that contains an @ is sent, because the server
 * validates it.
 */
const bodyOf = (
  { when, draft, proNotes }: Values,
  services: ReturnType<typeof servicesOf>,
  prefix: string,
) => {
  if (!draft || (draft.email === '' && !draft.withoutEmail)) return null;
  const patient = patientOf({ ...draft, prefix: draft.prefix || prefix });
  const booking = {
    ...services,
    date: `${when.day}T${when.time}`,
    proNotes,
    language: draft.chosen,
    ...(draft.known === null ? givenTo(draft) : {}),
  };
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

type Form = ReturnType<typeof useDraftForm<Values>>['form'];
type Choices = ReturnType<typeof useChoices>;
type Filled = { form: Form; choices: Choices };

/** Minutes of the drawn slot until a service is chosen. */
const minutesDrawn = 30;

/** Shows the chosen slot in the calendar while the form is open and unsent. */
const useShownSlot = ({ form, choices }: Filled, start: NewBookingStart, placed: boolean): void => {
  const show = useSetAtom(chosenSlotAtom);
  const { when, draft } = form.values;
  const { day, time } = when;
  const proId = placed ? undefined : choices.hub?.proId;
  const minutes = (choices.hub && choices.minutes) ?? start.minutes ?? minutesDrawn;
  const patient = draft?.name ?? '';
  useEffect(() => {
    show(day && time && proId ? { day, time, minutes, proId, patient } : null);
    return () => show(null);
  }, [show, day, time, minutes, proId, patient]);
};

/** Returns the choice of a pressed column's professional, who keeps the service if they offer it. */
const choiceOf = (
  pro: Pro,
  { clinic, clinics, hub, listed, further }: Choices,
  proId: string,
): Partial<Values> => {
  if (proId === hub?.proId) return {};
  const furtherIds = further.map(({ clinicServiceId }) => clinicServiceId);
  for (const place of clinic ? [clinic, ...clinics] : clinics) {
    const found = hubsFor(place, pro).find((one) => one.proId === proId);
    const services = { clinicServiceId: listed?.clinicServiceId, further: furtherIds };
    const kept = { clinicId: place.id, hubServiceId: '', ...services };
    if (found) return { choice: { ...kept, hubId: found.id } };
  }
  return {};
};

/** Takes over the time of a slot that is pressed while the form is open, and its column's professional. */
const useMoved = (
  pro: Pro,
  { form, choices }: Filled,
  { current, start }: Record<string, NewBookingStart>,
) => {
  const move = useEffectEvent(({ day, time, proId }: NewBookingStart) => {
    if (day === null) return;
    const when = { day, time: time || form.values.when.time };
    form.setValues({ when, ...(proId ? choiceOf(pro, choices, proId) : {}) });
  });
  useEffect(() => {
    if (current && current !== start) move(current);
  }, [current, start]);
};

/** Keeps the open form, so that a reload of the page opens it again. */
const useReopened = (proId: string, name: string, basis: NewBookingStart): void => {
  const keep = useEffectEvent(() => keepOpened(proId, { ...basis, draft: name }));
  const { series } = basis;
  useEffect(() => {
    keep();
    return () => keepOpened(proId, null);
  }, [proId, series]);
};

const useSave = (pro: Pro, values: Values, body: ReturnType<typeof bodyOf>) => {
  const withKey = useIdempotencyKey();
  // Request that was refused only for the buffer around another visit; if it is sent again, it
  // overrides the buffer.
  const [tight, setTight] = useState('');
  const [refusedEmail, setRefusedEmail] = useState<string | null>(null);
  const [placed, setPlaced] = useState(false);
  const where = body && `${body.booking.hubServiceId} ${body.booking.date}`;
  const anyway = where !== null && where === tight;
  const save = async () => {
    if (!body) return;
    const request = anyway ? { ...body, booking: { ...body.booking, anyway } } : body;
    const place = (idempotencyKey: string) => call('placeBooking', { body: request, idempotencyKey });
    try {
      const { hubServiceId, hubServiceIds, date } = body.booking;
      const wanted = { pro, hubServiceId, hubServiceIds, start: date };
      const answer = await namingClash(() => withKey(request, place), wanted);
      await putBooking(answer.data);
    } catch (error) {
      setTight(where !== null && isBufferTaken(error) ? where : '');
      if (isFieldRefused(error, 'patient.email')) setRefusedEmail(values.draft?.email ?? null);
      throw error;
    }
    setPlaced(true);
    void rereadPatientList();
  };
  return { save, anyway, placed, refusedEmail, setRefusedEmail };
};

/** State of the form of a new booking, and how it is sent. */
export const useNewBooking = (pro: Pro, current: NewBookingStart) => {
  // A slot pressed later changes the values, not what the form began with.
  const [start] = useState(current);
  const shown = useShownDay();
  // A repeated booking is for another day than the one shown.
  const first = { ...empty, ...(start.choice ? {} : { when: { day: shown, time: '' } }), ...givenBy(start) };
  const { draft: continued, ...began } = start;
  const [name] = useState(() => continued ?? `${bookingDrafts}${newId()}`);
  const [basis] = useState({ ...began, ...first.when });
  const { form, draft } = useDraftForm<Values>(name, { ...first, basis });
  const { values } = form;
  const suggested = useSuggested(pro, start, values.draft?.known ?? null);
  const asked = useChoices(pro, values.choice, suggested);
  const firstFree = useFirstFree(asked, values.when);
  const choices = useChoices(pro, firstFree ? { ...values.choice, ...firstFree } : values.choice, suggested);
  const prefix = usePreselectedPrefix(pro, choices.clinic);
  const services = servicesOf(choices);
  const body = bodyOf(values, services, prefix);
  const { save, anyway, placed, refusedEmail, setRefusedEmail } = useSave(pro, values, body);
  const { repeat, when } = values;
  const series = useSeries({ repeat, when, services, body, shown: start.series });
  const saved = series.seriesId === null ? {} : { series: series.seriesId };
  useReopened(pro.id, name, { ...basis, ...saved });
  useShownSlot({ form, choices }, start, placed || series.seriesId !== null);
  useMoved(pro, { form, choices }, { current, start });
  const onChange = (changed: Values['draft']) => {
    form.setValues({ draft: changed, added: changed === null ? contactOf(values.draft) : noContact });
    if (!changed) setRefusedEmail(null);
  };
  const onAdded = (added: NewContact) => form.setValues({ added });
  const patientProps = { prefix, refusedEmail, onChange, added: values.added, onAdded };
  const send = repeat ? series.save : body && save;
  return {
    name,
    form,
    draft,
    choices,
    noneFree: firstFree === null,
    anyway,
    placed,
    series,
    patientProps,
    send,
  };
};

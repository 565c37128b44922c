import { bookingCalls } from '@visita/contracts/api/booking';
import type { BookingView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wallClock, wallNow } from '../../../lib/time/wall-clock.ts';
import type { Visitor } from '../../../lib/booking/second-visit.ts';
import { useSecondVisit } from '../../../lib/data/use-second-visit.ts';
import { furtherIdsOf, hubsFor, nameOf, serviceLabel, servicesWith } from '../../../lib/booking/hubs.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { FreeTimes } from '../../../ui/fields/free-times.tsx';
import { andServicesOf, FurtherServices, minutesOf } from '../../../ui/fields/further-services.tsx';
import { KeptDraft } from '../../../ui/forms/kept-draft.tsx';
import { useDraftForm } from '../../../ui/forms/use-draft-form.ts';
import { WhenFields } from '../../../ui/fields/when-fields.tsx';
import { Missing } from '../../../ui/feedback/states.tsx';
import { useClinics } from '../../../lib/data/clinic.api.ts';
import type { BookingChange } from '../move/use-booking-change.ts';
import { ConfirmChange } from '../move/confirm-change.tsx';
import { ProfessionalField } from './professional-field.tsx';
import { usePro } from '../../../lib/session/use-pro.ts';
import { useProNames } from '../../../lib/data/use-pro-names.ts';
import { useTown } from '../../../lib/data/use-town.ts';

/** Id of the form, which the footer's button submits. */
export const editFormId = 'edit-booking';

type Changes = {
  day: string | null;
  time: string;
  hubServiceId: string;
  /** Further services of the clinic in the same visit. */
  further?: string[] | undefined;
};

const visitorOf = (booking: BookingView): Visitor => ({
  id: booking.patient_id,
  name: booking.patient_name,
  ...(booking.contact_id === ''
    ? { email: booking.patient_email, prefix: booking.patient_prefix, phone: booking.patient_phone }
    : { email: '', prefix: '', phone: '' }),
});

/** Returns the draft change, whether it can be saved, and its options. */
export const useBookingDraft = (pro: Pro, booking: BookingView) => {
  const loaded = useClinics(pro);
  const clinics = loaded.data ?? [];
  const start = wallClock(booking.date);
  // Null shows the stored booking, so that an untouched form follows live changes.
  const { form, draft: kept } = useDraftForm(`edit ${booking.id}`, { changes: null as Changes | null });
  const setDraft = (changes: Changes) => form.setValues({ changes });
  const draft = form.values.changes ?? {
    day: start.slice(0, 10),
    time: start.slice(11),
    hubServiceId: booking.hub_service_id,
    further: furtherIdsOf(booking),
  };
  const clinic = clinics.find(({ id }) => id === booking.clinic_id);
  const hubs = hubsFor(clinic, pro);
  const groups = hubs.map((hub) => ({
    group: nameOf(hub),
    items: hub.services
      .filter(({ activated }) => activated)
      .map(({ id, serviceName, duration }) => ({
        value: id,
        label: serviceLabel({ serviceName, duration }),
      })),
  }));
  const chosen = groups.some(({ items }) => items.some(({ value }) => value === draft.hubServiceId));
  const offers = hubs.flatMap((hub) =>
    hub.services.map((service) => ({ proId: hub.proId, name: nameOf(hub), ...service })),
  );
  const offer = chosen ? offers.find(({ id }) => id === draft.hubServiceId) : undefined;
  const services = hubs.find(({ proId }) => proId === offer?.proId)?.services ?? [];
  const further = servicesWith(services, draft.further ?? []);
  const all = offer ? [offer, ...further] : [];
  const ofClinic = clinic?.hubs.flatMap((hub) => hub.services) ?? [];
  const first = ofClinic.find(({ id }) => id === draft.hubServiceId);
  /** Services of the visit, at any professional of the clinic. */
  const wanted = first ? servicesWith(ofClinic, [first.clinicServiceId, ...(draft.further ?? [])]) : [];
  const ids = all.map(({ id }) => id);
  const before = booking.services?.map((one) => one.hub_service_id) ?? [booking.hub_service_id];
  const body = bookingCalls.editBooking.body.safeParse({
    date: `${draft.day}T${draft.time}`,
    hub_service_id: chosen ? draft.hubServiceId : '',
    ...((ids.length > 1 || before.length > 1) && { hub_service_ids: ids }),
  });
  const changed = body.success && (body.data.date !== start || ids.join() !== before.join());
  const change: BookingChange | null = body.success && changed ? body.data : null;
  const after = all.map(({ serviceName }) => serviceName).join(' + ');
  /** Names of the services after the change, if a visit with several has other ones then. */
  const instead = change?.hub_service_ids && after !== booking.service ? after : undefined;
  const second = useSecondVisit(pro, visitorOf(booking), {
    day: draft.day,
    time: draft.time,
    minutes: offer ? minutesOf(all) : booking.duration,
    timezone: booking.timezone,
    except: booking.id,
  });
  // The same service keeps the others, also at a colleague; another service replaces them.
  const choose = (hubServiceId = '') => {
    const same = offers.find(({ id }) => id === hubServiceId)?.clinicServiceId === offer?.clinicServiceId;
    setDraft({ ...draft, hubServiceId, further: same ? draft.further : [] });
  };
  return {
    draft,
    setDraft,
    choose,
    kept,
    hubs,
    wanted,
    groups,
    chosen,
    offer,
    services,
    further,
    change,
    instead,
    second,
    loaded,
  };
};

type Props = {
  booking: BookingView;
  form: ReturnType<typeof useBookingDraft>;
  /** True if the change was refused only for another visit's buffer. */
  tight: boolean;
  onSave: (change: BookingChange) => void;
  /** Called once the visit and those after it are being moved. */
  onMoved: () => void;
};

/**
 * Form for day, time and service of a booking; saving needs a confirmation, because the patient gets a mail.
 */
export const BookingEdit = ({ booking, form, tight, onSave, onMoved }: Props) => {
  const { t } = useTranslation('calendar');
  const [asking, setAsking] = useState(false);
  const { draft, setDraft, kept, groups, chosen, offer, services, further, change, second, loaded } = form;
  const town = useTown(booking);
  const andServices = andServicesOf(further);
  const past = change !== null && change.date < wallNow(booking.timezone).slice(0, 16);
  const named = useProNames(usePro()).ofBooking(booking);
  return (
    <Form id={editFormId} onSubmit={() => change && setAsking(true)}>
      <KeptDraft draft={kept} />
      <Stack gap="md">
        <Text fw={600}>
          {named
            ? t(($) => $.edit.ofWith, { patient: booking.patient_name, professional: offer?.name ?? named })
            : t(($) => $.edit.of, { patient: booking.patient_name })}
        </Text>
        <ProfessionalField
          key={form.wanted.map(({ clinicServiceId }) => clinicServiceId).join()}
          hubs={form.hubs}
          services={form.wanted}
          before={booking.pro_id}
          proId={offer?.proId ?? booking.pro_id}
          onChoose={(hubServiceId) => setDraft({ ...draft, hubServiceId })}
        />
        <WhenFields
          day={draft.day}
          time={draft.time}
          town={town}
          onChange={(when) => setDraft({ ...draft, ...when })}
          remark={[past && t(($) => $.edit.past), change && second].filter(Boolean).join(' ')}
        />
        <FreeTimes
          clinicId={booking.clinic_id}
          key={`${draft.hubServiceId} ${andServices}`}
          clinicServiceId={offer?.clinicServiceId}
          andServices={andServices}
          proId={offer?.proId}
          day={draft.day}
          chosen={draft}
          onChoose={({ day, time }) => setDraft({ ...draft, day, time })}
        />
        <Missing load={loaded} text={t(($) => $.edit.servicesFailed)} />
        <Select
          label={t(($) => $.edit.service)}
          placeholder={t(($) => $.edit.chooseService)}
          data={groups}
          value={chosen ? draft.hubServiceId : null}
          onChange={(hubServiceId) => form.choose(hubServiceId ?? '')}
          allowDeselect={false}
        />
        <FurtherServices
          services={services}
          first={offer}
          further={further}
          onChange={(ids) => setDraft({ ...draft, further: ids })}
        />
      </Stack>
      <ConfirmChange
        booking={booking}
        tight={tight}
        town={town}
        instead={form.instead}
        to={offer && offer.proId !== booking.pro_id ? offer.name : undefined}
        date={asking ? (change?.date ?? null) : null}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          if (change) onSave(change);
        }}
        onFollowing={offer?.id === booking.hub_service_id && !form.instead ? onMoved : undefined}
      />
    </Form>
  );
};

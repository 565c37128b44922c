import { clinicServiceDetails } from '@visita/contracts/api/clinic';
import type { ClinicServiceView, Specialization } from '@visita/contracts/clinic/views';
import { Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Amount } from '../../lib/text/amount.ts';
import { type Named, saveOver } from '../../lib/booking/clash.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { refreshClinics, useSpecializations } from '../../lib/data/clinic.api.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { Missing } from '../../ui/feedback/states.tsx';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import { ServiceFields, type ServiceDraft } from './service-fields.tsx';
import { ServiceRules, type RulesDraft } from './service-rules.tsx';

type Draft = ServiceDraft & RulesDraft & { readonly toBring: string };
type ServiceDetails = z.output<typeof clinicServiceDetails>;

const draftOf = (service: ClinicServiceView): Draft => ({
  specializationId: service.specializationId,
  serviceName: service.serviceName,
  duration: service.duration,
  price: service.price,
  // Returns an empty field for a default value.
  stepMinutes: service.stepMinutes ?? '',
  bufferBefore: service.bufferBefore || '',
  bufferAfter: service.bufferAfter || '',
  noticeHours: service.noticeHours || '',
  bookableBy: service.bookableBy,
  toBring: service.toBring,
});

/** Returns the default for an empty field. */
const or = <Neutral,>(amount: Amount, neutral: Neutral) => (amount === '' ? neutral : amount);

const bodyOf = ({ basis: _read, ...draft }: Draft & { basis?: unknown }) => ({
  ...draft,
  stepMinutes: or(draft.stepMinutes, null),
  bufferBefore: or(draft.bufferBefore, 0),
  bufferAfter: or(draft.bufferAfter, 0),
  noticeHours: or(draft.noticeHours, 0),
});

const useNamed = (specializations: readonly Specialization[]): Readonly<Record<string, Named>> => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  const special = (id: unknown) => specializations.find((one) => one.id === id)?.[language] ?? String(id);
  const bookable = (who: unknown) => t(($) => $.services[who as ServiceDetails['bookableBy']]);
  return {
    serviceName: { label: t(($) => $.services.name) },
    specializationId: { label: t(($) => $.services.specialization), show: special },
    duration: { label: t(($) => $.services.duration), show: String },
    price: { label: t(($) => $.services.price), show: String },
    bookableBy: { label: t(($) => $.services.bookableBy), show: bookable },
    bufferBefore: { label: t(($) => $.services.bufferBefore), show: String },
    bufferAfter: { label: t(($) => $.services.bufferAfter), show: String },
    stepMinutes: { label: t(($) => $.services.step), show: String },
    noticeHours: { label: t(($) => $.services.notice), show: String },
    toBring: { label: t(($) => $.services.toBring) },
  };
};

type Props = { service: ClinicServiceView; onClose: () => void };

/** Panel to change a service; existing bookings keep their terms. */
export const EditServicePanel = ({ service, onClose }: Props) => {
  const { t } = useTranslation('clinic');
  const loaded = useSpecializations();
  const basis = { version: service.version, record: bodyOf(draftOf(service)) };
  const { form, draft } = useDraftForm(`service ${service.id}`, { ...draftOf(service), basis });
  const named = useNamed(loaded.data?.data ?? []);
  const { values, setValues } = form;
  const body = clinicServiceDetails.safeParse(bodyOf(values));
  const save = async () => {
    if (!body.success) return;
    const input = { params: { id: service.id }, body: body.data };
    await saveOver('changeClinicService', input, { basis: values.basis, named });
    await refreshClinics();
  };
  return (
    <FormPanel
      title={t(($) => $.services.edit, { service: service.serviceName })}
      submit={t(($) => $.services.saveChanges)}
      send={body.success ? save : null}
      draft={draft}
      failed="servicesFailed"
      onClose={onClose}
    >
      <Missing load={loaded} text={t(($) => $.services.specializationsFailed)} />
      <ServiceFields draft={values} set={setValues} specializations={loaded.data?.data ?? []} />
      <Textarea
        label={t(($) => $.services.toBring)}
        description={t(($) => $.services.toBringHint)}
        rows={3}
        maxLength={500}
        {...form.getInputProps('toBring')}
      />
      <ServiceRules draft={values} set={setValues} />
      <Text c="dimmed" size="sm">
        {t(($) => $.services.keepsBookings)}
      </Text>
    </FormPanel>
  );
};

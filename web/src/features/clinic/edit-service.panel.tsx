import { clinicServiceDetails } from '@visita/contracts/api/clinic';
import type { ClinicServiceView } from '@visita/contracts/clinic/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../lib/amount.ts';
import { call } from '../../lib/client.ts';
import { refreshClinics, useSpecializations } from '../../lib/data/clinic.api.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { Missing } from '../../ui/states.tsx';
import { useDraftForm } from '../../ui/use-draft-form.ts';
import { ServiceFields, type ServiceDraft } from './service-fields.tsx';
import { ServiceRules, type RulesDraft } from './service-rules.tsx';

const draftOf = (service: ClinicServiceView): ServiceDraft & RulesDraft => ({
  specializationId: service.specializationId,
  serviceName: service.serviceName,
  duration: service.duration,
  price: service.price,
  // Neutral ones show as empty fields.
  stepMinutes: service.stepMinutes ?? '',
  bufferBefore: service.bufferBefore || '',
  bufferAfter: service.bufferAfter || '',
  noticeHours: service.noticeHours || '',
  bookableBy: service.bookableBy,
});

/** What an empty field says. */
const or = <Neutral,>(amount: Amount, neutral: Neutral) => (amount === '' ? neutral : amount);

const bodyOf = (draft: ServiceDraft & RulesDraft) => ({
  ...draft,
  stepMinutes: or(draft.stepMinutes, null),
  bufferBefore: or(draft.bufferBefore, 0),
  bufferAfter: or(draft.bufferAfter, 0),
  noticeHours: or(draft.noticeHours, 0),
});

type Props = { service: ClinicServiceView; onClose: () => void };

/** Changes a service; bookings keep what they were placed with. */
export const EditServicePanel = ({ service, onClose }: Props) => {
  const { t } = useTranslation('clinic');
  const loaded = useSpecializations();
  const { form, draft } = useDraftForm(`service ${service.id}`, draftOf(service));
  const { values, setValues } = form;
  const body = clinicServiceDetails.safeParse(bodyOf(values));
  const save = async () => {
    if (!body.success) return;
    await call('changeClinicService', { params: { id: service.id }, body: body.data });
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
      <ServiceRules draft={values} set={setValues} />
      <Text c="dimmed" size="sm">
        {t(($) => $.services.keepsBookings)}
      </Text>
    </FormPanel>
  );
};

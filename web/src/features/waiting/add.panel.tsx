import type { ClinicView } from '@visita/contracts/clinic/views';
import { waitingCalls } from '@visita/contracts/api/waiting';
import { Checkbox, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { hubsFor, nameOf, serviceLabel } from '../../lib/booking/hubs.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { joinWaitingList } from '../../lib/data/waiting.api.ts';
import { PersonFields } from './person-fields.tsx';

type Props = { clinic: ClinicView; onClose: () => void };

const initial = {
  service: '',
  pro: '',
  id: '',
  name: '',
  email: '',
  prefix: '+39',
  phone: '',
  until: null as string | null,
  urgent: false,
};

const bodyOf = (clinicId: string) => (values: typeof initial) => {
  const { service, pro, id, name, email, prefix, phone, until, urgent } = values;
  return {
    clinicId,
    clinicServiceId: service,
    proIds: pro === '' ? [] : [pro],
    ...(until === null ? {} : { until }),
    urgent,
    patient: {
      ...(id !== '' && { id }),
      name,
      email: email.trim() === '' ? null : email,
      prefix: phone === '' ? null : prefix,
      phone: phone === '' ? null : phone,
    },
  };
};

/** Panel with which staff put a person on the waiting list. */
export const AddPanel = ({ clinic, onClose }: Props) => {
  const { t } = useTranslation('waiting');
  const pro = usePro();
  const hubs = hubsFor(clinic, pro);
  const services = clinic.clinic_services.filter(
    ({ id, activated }) =>
      activated && hubs.some((hub) => hub.services.some((one) => one.clinicServiceId === id)),
  );
  const [only] = hubs;
  const start = {
    ...initial,
    service: services[0]?.id ?? '',
    pro: hubs.length === 1 ? (only?.proId ?? '') : '',
  };
  const { form, draft, body } = useBodyForm(waitingCalls.joinWaitingList.body, start, bodyOf(clinic.id), {
    name: `waiting ${clinic.id}`,
  });
  const { values, setValues } = form;
  return (
    <FormPanel
      title={t(($) => $.staff.add)}
      submit={t(($) => $.staff.save)}
      send={body && (() => joinWaitingList(body))}
      draft={draft}
      failed="waitingFailed"
      done="waitingJoined"
      about={values.name}
      onClose={onClose}
    >
      <Stack>
        <PersonFields person={values} onChange={(changed) => setValues(changed)} />
        <Select
          label={t(($) => $.staff.service)}
          required
          data={services.map((service) => ({ value: service.id, label: serviceLabel(service) }))}
          allowDeselect={false}
          {...form.getInputProps('service')}
        />
        {hubs.length > 1 && (
          <Select
            label={t(($) => $.staff.professional)}
            data={[
              { value: '', label: t(($) => $.staff.anyone) },
              ...hubs.map((hub) => ({ value: hub.proId, label: nameOf(hub) })),
            ]}
            allowDeselect={false}
            {...form.getInputProps('pro')}
          />
        )}
        <DateField
          label={t(($) => $.staff.until)}
          placeholder=""
          value={values.until}
          onChange={(until) => setValues({ until })}
          field="until"
        />
        <Checkbox
          size="md"
          label={t(($) => $.staff.urgent)}
          {...form.getInputProps('urgent', { type: 'checkbox' })}
        />
      </Stack>
    </FormPanel>
  );
};

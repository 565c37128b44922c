import { clinicCalls } from '@visita/contracts/api/clinic';
import type { Pro } from '@visita/contracts/pro/views';
import { Stack, Switch } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../lib/api/client.ts';
import { addServices, refreshClinics, type ServiceRow } from '../../lib/data/clinic.api.ts';
import { useIdempotencyKey } from '../../lib/api/use-idempotency-key.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ClinicDetailsFields } from './clinic-details.tsx';
import { emptyService } from './service-fields.tsx';
import { ServiceRows } from './service-rows.tsx';

const initialValues = {
  name: '',
  country: '',
  provinceId: '',
  city: '',
  address: '',
  postalCode: '',
  phone: '',
  email: '',
  directions: '',
  onlineBooking: true,
  rows: [] as ServiceRow[],
  adding: emptyService,
};

const useOpenClinic = (body: z.infer<typeof clinicCalls.openClinic.body> | null, rows: ServiceRow[]) => {
  const withKey = useIdempotencyKey();
  // If only the services failed, a retry must not create a second clinic.
  const opened = useRef<string | null>(null);
  return async () => {
    if (!body) return;
    const open = (idempotencyKey: string) => call('openClinic', { body, idempotencyKey });
    const clinicId = (opened.current ??= (await withKey(body, open)).data.id);
    try {
      await withKey(rows, (key) => addServices(clinicId, rows, key));
    } finally {
      // The clinic exists even if its services failed.
      await refreshClinics();
    }
  };
};

/** Panel to create a clinic with its services and online booking. */
export const NewClinicPanel = ({ pro, onClose }: { pro: Pro; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const { form, draft, body } = useBodyForm(
    clinicCalls.openClinic.body,
    initialValues,
    ({ country: _country, rows: _rows, adding: _adding, ...details }) => ({
      ...details,
      ownerId: pro.id,
    }),
    { name: 'new clinic' },
  );
  const { rows, adding } = form.values;
  const save = useOpenClinic(body, rows);
  return (
    <FormPanel
      title={t(($) => $.newClinic)}
      submit={t(($) => $.details.save)}
      send={body && rows.length > 0 ? save : null}
      draft={draft}
      failed="clinicOpeningFailed"
      onClose={onClose}
    >
      <Stack gap="xl">
        <ClinicDetailsFields form={form} />
        <ServiceRows
          rows={rows}
          onChange={(changed) => form.setValues({ rows: changed })}
          adding={adding}
          onAdding={(next) => form.setValues({ adding: next })}
        />
        <Switch
          size="md"
          label={t(($) => $.onlineBooking.label)}
          description={t(($) => $.onlineBooking.hint)}
          {...form.getInputProps('onlineBooking', { type: 'checkbox' })}
        />
      </Stack>
    </FormPanel>
  );
};

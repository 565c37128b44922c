import { clinicCalls } from '@visita/contracts/api/clinic';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { useAttempts } from '../../lib/use-attempts.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { addServices, refreshClinics, type ServiceRow } from '../../lib/data/clinic.api.ts';
import { ClinicDetailsFields } from './clinic-details.tsx';
import classes from './clinic.module.css';
import { ServiceRows } from './service-rows.tsx';

const initialValues = {
  name: '',
  country: '',
  provinceId: '',
  city: '',
  address: '',
  postalCode: '',
  onlineBooking: true,
};

/** Opens a clinic: its details, its services, and whether patients may book online. */
export const NewClinicPanel = ({ pro, onClose }: { pro: Pro; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const attempt = useAttempts();
  const fading = useFading(onClose);
  const form = useForm({ initialValues });
  const [rows, setRows] = useState<ServiceRow[]>([]);
  const { sending, submit } = useSubmit();
  // Where the services failed after the clinic was opened, a second try must not open another.
  const opened = useRef<string | null>(null);
  const { country: _, ...details } = form.values;
  const body = clinicCalls.openClinic.body.safeParse({ ...details, ownerId: pro.id });

  const save = async () => {
    if (!body.success) return;
    const open = (idempotencyKey: string) => call('openClinic', { body: body.data, idempotencyKey });
    const send = async () => {
      const clinicId = (opened.current ??= (await attempt(body.data, open)).data.id);
      try {
        await attempt(rows, (key) => addServices(clinicId, rows, key));
      } finally {
        // It is there, whatever became of its services.
        await refreshClinics();
      }
      fading.close();
    };
    await submit(send, { failed: t(($) => $.details.errorMessage), seconds: 7 });
  };

  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.newClinic)}
      footer={
        <Button loading={sending} disabled={!body.success || rows.length === 0} onClick={() => void save()}>
          {t(($) => $.details.save)}
        </Button>
      }
    >
      <Stack gap="xl">
        <ClinicDetailsFields form={form} />
        <ServiceRows rows={rows} onChange={setRows} />
        <fieldset className={classes['fieldset']}>
          <legend>{t(($) => $.onlineBooking.title)}</legend>
          <Switch
            size="md"
            label={t(($) => $.onlineBooking.label)}
            description={t(($) => $.onlineBooking.hint)}
            {...form.getInputProps('onlineBooking', { type: 'checkbox' })}
          />
        </fieldset>
      </Stack>
    </SidePanel>
  );
};

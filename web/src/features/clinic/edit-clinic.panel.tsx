import { clinicCalls } from '@visita/contracts/api/clinic';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { ClinicDetailsFields } from './clinic-details.tsx';
import { refreshClinics } from '../../lib/data/clinic.api.ts';
import classes from './clinic.module.css';

const formId = 'edit-clinic';

const DeleteClinic = ({ clinic, onDeleted }: { clinic: ClinicView; onDeleted: () => void }) => {
  const { t } = useTranslation('clinic');
  const toasts = useToasts();
  const [state, setState] = useState<'idle' | 'asking' | 'sending'>('idle');
  const remove = async () => {
    setState('sending');
    try {
      await call('updateClinic', { params: { id: clinic.id }, body: { status: 'archived' } });
      toasts.done(
        t(($) => $.remove.done),
        5,
      );
      onDeleted();
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.remove.errorMessage),
        5,
      );
    }
    setState('idle');
  };
  return (
    <section className={classes['danger']}>
      <Text fw={650}>{t(($) => $.remove.title)}</Text>
      <Text c="dimmed">{t(($) => $.remove.text)}</Text>
      <Button
        variant="light"
        color="red"
        leftSection={<Icon name="trash" size={18} />}
        onClick={() => setState('asking')}
      >
        {t(($) => $.remove.open)}
      </Button>
      <Confirm
        opened={state !== 'idle'}
        title={t(($) => $.remove.confirmTitle, { clinic: clinic.name })}
        confirm={t(($) => $.remove.open)}
        danger
        sending={state === 'sending'}
        onCancel={() => setState('idle')}
        onConfirm={() => void remove()}
      >
        {t(($) => $.remove.text)}
      </Confirm>
    </section>
  );
};

/** Changes a clinic's name and place, or deletes the clinic. */
export const EditClinicPanel = ({ clinic, onClose }: { clinic: ClinicView; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const fading = useFading(onClose);
  const { sending, submit } = useSubmit();
  const form = useForm({
    initialValues: {
      name: clinic.name,
      country: clinic.country,
      provinceId: clinic.province_id,
      city: clinic.city,
      address: clinic.address,
      postalCode: clinic.postal_code,
    },
  });
  const { country: _, ...details } = form.values;
  const body = clinicCalls.updateClinic.body.safeParse(details);

  const save = async () => {
    if (!body.success) return;
    const send = async () => {
      await call('updateClinic', { params: { id: clinic.id }, body: body.data });
      await refreshClinics();
      fading.close();
    };
    await submit(send, { done: t(($) => $.edit.done), failed: t(($) => $.edit.errorMessage), seconds: 7 });
  };
  const deleted = () => {
    fading.close();
    void Promise.all([refreshClinics(), refreshCalendar()]);
  };

  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.edit.title)}
      footer={
        <Button type="submit" form={formId} loading={sending} disabled={!body.success}>
          {t(($) => $.edit.save)}
        </Button>
      }
    >
      <Stack gap="xl">
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <ClinicDetailsFields form={form} />
        </form>
        <DeleteClinic clinic={clinic} onDeleted={deleted} />
      </Stack>
    </SidePanel>
  );
};

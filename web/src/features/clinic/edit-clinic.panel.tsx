import { clinicCalls } from '@visita/contracts/api/clinic';
import type { ClinicView } from '@visita/contracts/clinic/views';
import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Named, saveOver } from '../../lib/booking/clash.ts';
import { call } from '../../lib/api/client.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { refreshClinics, useProvinces } from '../../lib/data/clinic.api.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { unsaved } from '../../ui/forms/use-submit.ts';
import { ClinicDetailsFields } from './clinic-details.tsx';
import { LeftVisits, OtherZone, useOtherZone } from './other-zone.tsx';

const DeleteClinic = ({ clinic, onDeleted }: { clinic: ClinicView; onDeleted: () => void }) => {
  const { t } = useTranslation('clinic');
  const remove = async () => {
    await call('updateClinic', { params: { id: clinic.id }, body: { status: 'archived' } });
    onDeleted();
    void Promise.all([refreshClinics(), refreshCalendar()]);
  };
  return (
    <Stack component="section" className="ruled" gap={8} align="flex-start" pt={20}>
      <Text fw={650}>{t(($) => $.remove.title)}</Text>
      <Text c="dimmed">{t(($) => $.remove.text)}</Text>
      <ConfirmAction
        trigger={(ask) => (
          <Button variant="light" color="red" leftSection={<Icon name="trash" size={18} />} onClick={ask}>
            {t(($) => $.remove.open)}
          </Button>
        )}
        title={t(($) => $.remove.confirmTitle, { clinic: clinic.name })}
        text={t(($) => $.remove.text)}
        confirm={t(($) => $.remove.open)}
        act={remove}
        failed="clinicDeletionFailed"
        done="clinicDeleted"
      />
    </Stack>
  );
};

const detailsOf = (clinic: ClinicView) => ({
  name: clinic.name,
  provinceId: clinic.province_id,
  city: clinic.city,
  address: clinic.address,
  postalCode: clinic.postal_code,
  phone: clinic.phone,
  email: clinic.email,
  directions: clinic.directions,
});

const useNamed = (): Record<keyof ReturnType<typeof detailsOf>, Named> => {
  const { t } = useTranslation('clinic');
  const provinces = useProvinces().data?.data ?? [];
  const show = (id: unknown) => provinces.find((one) => one.id === id)?.name ?? String(id);
  return {
    name: { label: t(($) => $.details.name) },
    provinceId: { label: t(($) => $.details.province), show },
    address: { label: t(($) => $.details.address) },
    city: { label: t(($) => $.details.city) },
    postalCode: { label: t(($) => $.details.postalCode) },
    phone: { label: t(($) => $.details.phone) },
    email: { label: t(($) => $.details.email) },
    directions: { label: t(($) => $.details.directions) },
  };
};

/** Panel to change a clinic's name and address, or to delete the clinic. */
export const EditClinicPanel = ({ clinic, onClose }: { clinic: ClinicView; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const details = detailsOf(clinic);
  const named = useNamed();
  const { form, draft, body } = useBodyForm(
    clinicCalls.updateClinic.body,
    { ...details, country: clinic.country, basis: { version: clinic.version, record: details } },
    ({ country: _country, basis: _read, ...typed }) => typed,
    { name: `clinic ${clinic.id}` },
  );
  const zone = useOtherZone(clinic, form.values.provinceId);
  const save = async () => {
    if (!body) return;
    const input = { params: { id: clinic.id }, body };
    const saved = await saveOver('updateClinic', input, { basis: form.values.basis, named });
    const moves = saved.answer !== null && saved.body['provinceId'] === form.values.provinceId;
    const allMoved = !moves || (await zone.move());
    await Promise.all([refreshClinics(), refreshCalendar()]);
    if (saved.answer === null) return unsaved;
    return allMoved ? undefined : 'stay';
  };
  return (
    <FormPanel
      title={t(($) => $.edit.title)}
      submit={t(($) => $.edit.save)}
      send={body && zone.loaded ? save : null}
      draft={draft}
      failed="clinicUpdateFailed"
      done="clinicUpdated"
      onClose={onClose}
      result={zone.left.length > 0 && <LeftVisits left={zone.left} />}
      below={(close) => <DeleteClinic clinic={clinic} onDeleted={close} />}
    >
      <ClinicDetailsFields form={form} />
      <OtherZone zone={zone} />
    </FormPanel>
  );
};

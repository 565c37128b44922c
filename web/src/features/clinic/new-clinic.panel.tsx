import { clinicCalls } from '@visita/contracts/api/clinic';
import { filterDigits } from '@visita/contracts/fields';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { countryName } from '../../lib/prefixes.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { addServices, refreshClinics, useProvinces, type ServiceRow } from './clinic.api.ts';
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

const Details = ({ form }: { form: UseFormReturnType<typeof initialValues> }) => {
  const { t, i18n } = useTranslation('clinic');
  const language = currentLanguage(i18n);
  const provinces = useProvinces().data?.data ?? [];
  const countries = [...new Set(provinces.map(({ country }) => country))]
    .map((code) => ({ value: code, label: countryName(code, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const { values } = form;
  return (
    <fieldset className={classes['fieldset']}>
      <legend>{t(($) => $.details.title)}</legend>
      <TextInput label={t(($) => $.details.name)} maxLength={120} {...form.getInputProps('name')} />
      <div className={classes['two']}>
        <Select
          label={t(($) => $.details.country)}
          placeholder={t(($) => $.choose)}
          data={countries}
          value={values.country || null}
          onChange={(country) => form.setValues({ country: country ?? '', provinceId: '' })}
          nothingFoundMessage={t(($) => $.noMatch)}
          allowDeselect={false}
          searchable
        />
        <Select
          label={t(($) => $.details.province)}
          placeholder={t(($) => $.choose)}
          data={provinces
            .filter(({ country }) => country === values.country)
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={values.provinceId || null}
          onChange={(provinceId) => form.setValues({ provinceId: provinceId ?? '' })}
          disabled={!values.country}
          nothingFoundMessage={t(($) => $.noMatch)}
          allowDeselect={false}
          searchable
        />
      </div>
      <TextInput
        label={t(($) => $.details.address)}
        autoComplete="street-address"
        maxLength={200}
        {...form.getInputProps('address')}
      />
      <div className={classes['two']}>
        <TextInput label={t(($) => $.details.city)} maxLength={120} {...form.getInputProps('city')} />
        <TextInput
          label={t(($) => $.details.postalCode)}
          inputMode="numeric"
          maxLength={10}
          value={values.postalCode}
          onChange={(event) => form.setValues({ postalCode: filterDigits(event.currentTarget.value) })}
        />
      </div>
    </fieldset>
  );
};

/** Opens a clinic: its details, its services, and whether patients may book online. */
export const NewClinicPanel = ({ pro, onClose }: { pro: Pro; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const toasts = useToasts();
  const fading = useFading(onClose);
  const form = useForm({ initialValues });
  const [rows, setRows] = useState<ServiceRow[]>([]);
  const [sending, setSending] = useState(false);
  // Where the services failed after the clinic was opened, a second try must not open another.
  const opened = useRef<string | null>(null);
  const { country: _, ...details } = form.values;
  const body = clinicCalls.openClinic.body.safeParse({ ...details, ownerId: pro.id });

  const save = async () => {
    if (!body.success) return;
    setSending(true);
    try {
      opened.current ??= (await call('openClinic', { body: body.data })).data.id;
      await addServices(opened.current, rows);
      await refreshClinics();
      fading.close();
    } catch (error) {
      toasts.failed(
        error,
        t(($) => $.details.errorMessage),
        7,
      );
      setSending(false);
    }
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
        <Details form={form} />
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

import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { rememberPro } from '../account/session.api.ts';

/** Edits name, last name and phone; all are needed. */
export const EditProfilePanel = ({ pro, onClose }: { pro: Pro; onClose: () => void }) => {
  const { t, i18n } = useTranslation(['account', 'common']);
  const toasts = useToasts();
  const fading = useFading(onClose);
  const [sending, setSending] = useState(false);
  const form = useForm({
    initialValues: {
      name: pro.name ?? '',
      lastname: pro.lastname ?? '',
      prefix: pro.prefix ?? defaultPrefix(currentLanguage(i18n), knownCountry()),
      phone: pro.phone ?? '',
    },
  });
  const body = updateProBody.safeParse(form.values);
  const save = async () => {
    if (!body.success) return;
    setSending(true);
    try {
      const { data } = await call('updatePro', { params: { id: pro.id }, body: body.data });
      await rememberPro(data);
      fading.close();
    } catch (error) {
      setSending(false);
      toasts.failed(
        error,
        t(($) => $.personal.errorMessage),
        7,
      );
    }
  };
  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.personal.panel)}
      footer={
        <Button type="submit" form="edit-profile" loading={sending} disabled={!body.success}>
          {t(($) => $.personal.save)}
        </Button>
      }
    >
      <form id="edit-profile" onSubmit={form.onSubmit(save)}>
        <Stack>
          <TextInput
            label={t(($) => $.common.fields.name)}
            autoComplete="given-name"
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t(($) => $.common.fields.lastname)}
            autoComplete="family-name"
            maxLength={80}
            {...form.getInputProps('lastname')}
          />
          <PhoneField
            prefix={form.values.prefix}
            phone={form.values.phone}
            onPrefix={(prefix) => form.setValues({ prefix })}
            onPhone={(phone) => form.setValues({ phone })}
          />
        </Stack>
      </form>
    </SidePanel>
  );
};

import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/client.ts';
import { knownCountry } from '../../lib/country.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { defaultPrefix } from '../../lib/prefixes.ts';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { rememberPro } from '../../lib/data/session.api.ts';

/** Edits name, last name and phone; all are needed. */
export const EditProfilePanel = ({ pro, onClose }: { pro: Pro; onClose: () => void }) => {
  const { t, i18n } = useTranslation(['account', 'common']);
  const fading = useFading(onClose);
  const { sending, submit } = useSubmit();
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
    const send = async () => {
      const { data } = await call('updatePro', { params: { id: pro.id }, body: body.data });
      await rememberPro(data);
      fading.close();
    };
    await submit(send, { failed: t(($) => $.personal.errorMessage), seconds: 7 });
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

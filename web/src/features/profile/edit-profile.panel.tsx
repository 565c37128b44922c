import { updateProBody } from '@visita/contracts/api/account';
import type { Pro } from '@visita/contracts/pro/views';
import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { rememberPro } from '../../lib/data/session.api.ts';
import { usePreselectedPrefix } from '../../ui/fields/use-preselected-prefix.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';

const useProfileForm = (pro: Pro) => {
  const prefix = usePreselectedPrefix(pro);
  const { form, draft, body } = useBodyForm(
    updateProBody,
    {
      name: pro.name ?? '',
      lastname: pro.lastname ?? '',
      prefix: pro.prefix ?? '',
      phone: pro.phone ?? '',
    },
    (values) => ({ ...values, prefix: values.prefix || prefix }),
    { name: 'profile' },
  );
  const save = async () => {
    if (!body) return;
    const { data } = await call('updatePro', { params: { id: pro.id }, body });
    await rememberPro(data);
  };
  return { form, draft, prefix, send: body && save };
};

/** Panel to edit name, last name and phone; all are required. */
export const EditProfilePanel = ({ pro, onClose }: { pro: Pro; onClose: () => void }) => {
  const { t } = useTranslation(['account', 'common']);
  const { form, draft, prefix, send } = useProfileForm(pro);
  return (
    <FormPanel
      title={t(($) => $.personal.panel)}
      submit={t(($) => $.personal.save)}
      send={send}
      draft={draft}
      failed="profileFailed"
      onClose={onClose}
    >
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
          prefix={form.values.prefix || prefix}
          phone={form.values.phone}
          onChange={form.setValues}
        />
      </Stack>
    </FormPanel>
  );
};

import { titles } from '@visita/contracts/fields';
import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PhoneField } from '../../ui/fields/phone-field.tsx';

type Profile = { title: string; name: string; lastname: string; prefix: string; phone: string };

type Props<Values extends Profile> = {
  form: UseFormReturnType<Values>;
  /** Default dial prefix. */
  prefix: string;
};

export const ProfileFields = <Values extends Profile>({ form, prefix }: Props<Values>) => {
  const { t } = useTranslation(['onboarding', 'common']);
  const { values, setValues } = form;
  const set = (change: Partial<Profile>) => setValues(change as Partial<Values>);
  return (
    <Stack>
      <Select
        label={t(($) => $.common.fields.title)}
        placeholder={t(($) => $.common.fields.titlePlaceholder)}
        data={titles.map((value) => ({ value, label: t(($) => $.titles[value]) }))}
        value={values.title || null}
        onChange={(title) => set({ title: title ?? '' })}
        allowDeselect={false}
      />
      <TextInput
        label={t(($) => $.common.fields.name)}
        autoComplete="given-name"
        maxLength={80}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t(($) => $.common.fields.lastname)}
        autoComplete="family-name"
        maxLength={80}
        value={values.lastname}
        onChange={(event) => set({ lastname: event.currentTarget.value })}
      />
      <PhoneField prefix={values.prefix || prefix} phone={values.phone} onChange={set} />
    </Stack>
  );
};

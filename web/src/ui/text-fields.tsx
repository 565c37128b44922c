import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { filterEmail, filterPassword } from '@visita/contracts/fields';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';

type Typed<Props> = Omit<Props, 'onChange'> & { value?: string; onChange: (value: string) => void };

/** An email address; signs that none can have are not taken. */
export const EmailField = ({ onChange, ...field }: Typed<TextInputProps>) => {
  const { t } = useTranslation('common');
  return (
    <TextInput
      label={t(($) => $.fields.email)}
      inputMode="email"
      autoCapitalize="none"
      maxLength={254}
      onChange={(event) => onChange(filterEmail(event.currentTarget.value))}
      {...field}
    />
  );
};

/** A password, which can be made visible. */
export const PasswordField = ({ onChange, ...field }: Typed<PasswordInputProps>) => {
  const { t } = useTranslation('common');
  return (
    <PasswordInput
      label={t(($) => $.fields.password)}
      maxLength={128}
      onChange={(event) => onChange(filterPassword(event.currentTarget.value))}
      visibilityToggleButtonProps={{ 'aria-label': t(($) => $.fields.showPassword) }}
      {...field}
    />
  );
};

/** Looks for something in a list. */
export const SearchField = ({
  onChange,
  ...field
}: Typed<TextInputProps> & { ref?: Ref<HTMLInputElement> }) => (
  <TextInput
    type="search"
    leftSection={<Icon name="search" size={18} />}
    autoComplete="off"
    onChange={(event) => onChange(event.currentTarget.value)}
    {...field}
  />
);

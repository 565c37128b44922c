import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { filterPassword } from '@visita/contracts/filters';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useEmailFilter } from '../../lib/hooks/use-email-filter.ts';
import { Icon } from '../icons/icons.tsx';

type Typed<Props> = Omit<Props, 'onChange'> & { value?: string; onChange: (value: string) => void };

/** Email field; drops characters that no address contains. */
export const EmailField = ({ onChange, description, ...field }: Typed<TextInputProps>) => {
  const { t } = useTranslation('common');
  const { hint, onType } = useEmailFilter(onChange);
  return (
    <TextInput
      label={t(($) => $.fields.email)}
      inputMode="email"
      autoCapitalize="none"
      maxLength={254}
      description={hint ?? description}
      descriptionProps={{ role: 'status' }}
      onChange={(event) => onType(event.currentTarget.value)}
      {...field}
    />
  );
};

/** Password field with a button to show the password. */
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

/** Field for an authenticator or recovery code. */
export const CodeField = ({ onChange, ...field }: Typed<TextInputProps>) => {
  const { t } = useTranslation('auth');
  return (
    <TextInput
      label={t(($) => $.code.field)}
      description={t(($) => $.code.hint)}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  );
};

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

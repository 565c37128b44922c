import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { name: string; onType: (name: string) => void };

export const PasskeyName = ({ name, onType }: Props) => {
  const { t } = useTranslation('account');
  return (
    <TextInput
      label={t(($) => $.factors.passkey.name)}
      description={t(($) => $.factors.passkey.nameHint)}
      maxLength={60}
      data-autofocus
      value={name}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
};

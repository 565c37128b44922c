import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icons/icon-button.tsx';

/** Switch between light and dark; by default the system's scheme. */
export const ColorSchemeToggle = () => {
  const { t } = useTranslation('common');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      icon={next === 'dark' ? 'moon' : 'sun'}
      color="gray"
      c="var(--ink-soft)"
      label={t(($) => $.scheme[next])}
      onClick={() => setColorScheme(next)}
    />
  );
};

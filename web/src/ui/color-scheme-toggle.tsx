import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';

/** Light or dark; until chosen, the system's. */
export const ColorSchemeToggle = () => {
  const { t } = useTranslation('common');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      c="var(--ink-soft)"
      onClick={() => setColorScheme(next)}
      aria-label={t(($) => $.scheme[next])}
    >
      <Icon name={next === 'dark' ? 'moon' : 'sun'} size={18} />
    </ActionIcon>
  );
};

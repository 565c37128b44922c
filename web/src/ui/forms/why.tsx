import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Reason beside a disabled button; by default, that the form is incomplete. */
export const Why = ({ children }: { children?: ReactNode }) => {
  const { t } = useTranslation('common');
  return (
    <Text c="dimmed" size="sm" flex={1}>
      {children ?? t(($) => $.incomplete)}
    </Text>
  );
};

import type { OverviewWaiting } from '@visita/contracts/overview/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/layout/section.tsx';

/** Number of visits that the waiting list filled; nothing if there are none. */
export const Filled = ({ filled }: OverviewWaiting) => {
  const { t } = useTranslation('overview');
  if (filled === 0) return null;
  return (
    <Section title={t(($) => $.waiting.title)}>
      <Text>{t(($) => $.waiting.summary, { count: filled })}</Text>
    </Section>
  );
};

import type { OverviewSurveys } from '@visita/contracts/overview/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/layout/section.tsx';

/** Number of visits about which patients answered; nothing if there are none. */
export const Surveys = ({ answers }: OverviewSurveys) => {
  const { t } = useTranslation('overview');
  if (answers === 0) return null;
  return (
    <Section title={t(($) => $.surveys.title)}>
      <Text>{t(($) => $.surveys.summary, { count: answers })}</Text>
    </Section>
  );
};

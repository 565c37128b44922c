import type { OverviewRecalls } from '@visita/contracts/overview/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { Section } from '../../ui/layout/section.tsx';
import { percent, whole } from './overview.format.ts';

/** Invitations to a next visit, and the share after which a visit was booked; nothing if there were none. */
export const Recalls = ({ invited, booked }: OverviewRecalls) => {
  const { t, i18n } = useTranslation('overview');
  const language = currentLanguage(i18n);
  if (invited === 0) return null;
  return (
    <Section title={t(($) => $.recalls.title)}>
      <Text>
        {t(($) => $.recalls.summary, {
          invited: whole(invited, language),
          booked: whole(booked, language),
          share: percent(booked / invited, language),
        })}
      </Text>
    </Section>
  );
};

import type { DueRecall } from '@visita/contracts/recall/views';
import { Badge, Card, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { localDay, longDay } from '../../lib/time/wall-clock.ts';
import { wrapping } from '../../ui/layout/wrapping.ts';

/** Tells whether an invitation can be sent to a patient. */
export const isInvitable = ({ reachable, invited }: DueRecall): boolean => reachable && invited === null;

const Marks = ({ due: { invited, reachable, treatment } }: { due: DueRecall }) => {
  const { t, i18n } = useTranslation('recalls');
  return (
    <>
      {invited !== null && (
        <Badge color="teal" variant="light" tt="none" {...wrapping}>
          {t(($) => $.invited, { day: longDay(localDay(invited), currentLanguage(i18n)) })}
        </Badge>
      )}
      {!reachable && (
        <Badge color="orange" variant="light" tt="none">
          {t(($) => $.call)}
        </Badge>
      )}
      {treatment && (
        <Badge color="gray" variant="light" tt="none">
          {t(($) => $.treatment)}
        </Badge>
      )}
    </>
  );
};

type Props = { due: DueRecall; chosen: boolean; onChoose: (chosen: boolean) => void };

/** A patient who is due for a next visit. */
export const DueCard = ({ due, chosen, onChoose }: Props) => {
  const { t, i18n } = useTranslation('recalls');
  const { name, service, last_visit: last, not_sent: notSent, professional, months, prefix, phone } = due;
  const day = longDay(last.slice(0, 10), currentLanguage(i18n));
  const number = phone === null ? '' : `${prefix ?? ''} ${phone}`;
  const visit = [t(($) => $.last, { service, day }), t(($) => $.with, { professional })].join(' ');
  return (
    <Card withBorder component="article" aria-label={name}>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <Checkbox
          mt={2}
          size="md"
          aria-label={t(($) => $.choose, { name })}
          checked={chosen}
          disabled={!isInvitable(due)}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Marks due={due} />
          </Group>
          {notSent !== null && (
            <Text size="sm" className="remark">
              {t(($) => $.notSent[notSent.reason], {
                day: longDay(localDay(notSent.at), currentLanguage(i18n)),
              })}
            </Text>
          )}
          <Text size="sm">{visit}</Text>
          <Text size="sm" c="dimmed">
            {[t(($) => $.rule, { count: months }), number].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
      </Group>
    </Card>
  );
};

import type { LeftTime } from '@visita/contracts/waiting/views';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { newBookingAtom } from '../../lib/state/booking.atoms.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { longDay } from '../../lib/time/wall-clock.ts';
import { Section } from '../../ui/layout/section.tsx';

type Props = { times: readonly LeftTime[]; clinicId: string };

/** Times that people on the list refused, each with a button that books it for another person. */
export const Left = ({ times, clinicId }: Props) => {
  const { t, i18n } = useTranslation(['waiting', 'common']);
  const book = useSetAtom(newBookingAtom);
  if (times.length === 0) return null;
  const label = t(($) => $.nav.newBooking, { ns: 'common' });
  return (
    <Section title={t(($) => $.staff.left)}>
      <Text c="dimmed">{t(($) => $.staff.leftHint)}</Text>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {times.map(({ date, hub_id: hubId, hub_service_id: hubServiceId, professional }) => {
          const [day, time] = [date.slice(0, 10), date.slice(11, 16)];
          const at = `${longDay(day, currentLanguage(i18n))}, ${time}`;
          return (
            <Group key={`${date} ${hubId}`} component="li" gap="4px 16px">
              <Text>{`${at} · ${professional}`}</Text>
              <Button
                size="compact-md"
                variant="default"
                aria-label={`${label}: ${at}`}
                onClick={() => book({ day, time, choice: { clinicId, hubId, hubServiceId } })}
              >
                {label}
              </Button>
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
};

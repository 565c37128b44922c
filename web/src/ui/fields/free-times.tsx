import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import type { When } from '../../lib/state/booking.atoms.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { dateOf, dayFormat } from '../../lib/time/wall-clock.ts';
import { advancing, useNextFocus } from './use-next-focus.ts';

const offered = 6;

type Props = {
  clinicId: string | undefined;
  hubServiceId: string | undefined;
  day: string | null;
  /** True while no time is chosen: then it takes the focus after the previous step. */
  leads?: boolean;
  onChoose: (when: When) => void;
};

/** The next free times of a service from a day on, one press each. */
export const FreeTimes = ({ clinicId, hubServiceId, day, leads = false, onChoose }: Props) => {
  const { t, i18n } = useTranslation('appointment');
  const { data } = useCall(
    'getBookingAvailabilities',
    clinicId && hubServiceId ? { params: { clinicId }, query: { hubServiceId } } : null,
  );
  const free = (data?.data ?? [])
    .filter(({ date }) => day === null || date >= day)
    .flatMap(({ date, bookingAvailabilities }) =>
      bookingAvailabilities
        .filter((one) => one.hubServiceId === hubServiceId)
        .flatMap(({ availabilities }) =>
          availabilities.map((time) => ({ day: date, time: time.slice(0, 5) })),
        ),
    )
    .slice(0, offered);
  const group = useRef<HTMLDivElement>(null);
  useNextFocus(free.length > 0 && leads, () => group.current?.querySelector('button'));
  if (free.length === 0) return null;
  const written = dayFormat(currentLanguage(i18n), { weekday: 'short', day: 'numeric', month: 'short' });
  return (
    <Stack ref={group} gap={6} role="group" aria-label={t(($) => $.free)} {...advancing}>
      <Text size="sm" c="dimmed">
        {t(($) => $.free)}
      </Text>
      <Group gap={6}>
        {free.map((when) => (
          <Button
            key={`${when.day} ${when.time}`}
            variant="default"
            size="compact-md"
            className="tabular"
            onClick={() => onChoose(when)}
          >
            {`${written.format(dateOf(when.day))} ${when.time}`}
          </Button>
        ))}
      </Group>
    </Stack>
  );
};

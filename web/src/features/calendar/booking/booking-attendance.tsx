import type { BookingView } from '@visita/contracts/booking/views';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { stepsOf, undoneTo } from '../../../lib/booking/attendance.ts';
import { useClock } from '../../../lib/time/use-clock.ts';
import { AttendanceBadge, AttendanceButtons } from '../../../ui/bookings/attendance.tsx';

/** Buttons to record and undo attendance; empty if there are none. */
export const BookingAttendance = ({
  booking,
  compact = false,
}: {
  booking: BookingView;
  compact?: boolean;
}) => {
  const { t } = useTranslation('attendance');
  const now = useClock();
  const sayable = stepsOf(booking, now).length > 0 || undoneTo(booking, now) !== null;
  if (!sayable && booking.attendance === 'expected') return null;
  return (
    <Stack
      className="ruled"
      gap={compact ? 6 : 10}
      mt={compact ? 0 : 24}
      pt={compact ? 8 : 20}
      role="group"
      aria-label={t(($) => $.title)}
    >
      <Group gap={12}>
        <Text fw={600}>{t(($) => $.title)}</Text>
        <AttendanceBadge booking={booking} now={now} />
      </Group>
      <Group gap={8}>
        <AttendanceButtons booking={booking} now={now} />
      </Group>
    </Stack>
  );
};

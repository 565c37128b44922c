import { Button, Text } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { blockAtom, newBookingAtom, type When } from '../../lib/state/booking.atoms.ts';
import classes from './new-booking.module.css';

/** Button to block the same time instead; for a colleague's time, explains why it cannot be blocked. */
export const BlockInstead = ({
  when,
  minutes,
  own,
}: {
  when: When;
  minutes: number | null;
  own: boolean;
}) => {
  const { t } = useTranslation('appointment');
  const openBooking = useSetAtom(newBookingAtom);
  const openBlock = useSetAtom(blockAtom);
  const swap = () => {
    openBooking(null);
    openBlock({ ...when, minutes });
  };
  if (!own)
    return (
      <Text size="sm" c="dimmed">
        {t(($) => $.block.onlyOwn)}
      </Text>
    );
  return (
    <Button variant="subtle" size="compact-sm" className={classes['instead'] ?? ''} onClick={swap}>
      {t(($) => $.block.instead)}
    </Button>
  );
};

import { Button } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { blockAtom, newBookingAtom, type When } from '../../lib/state/booking.atoms.ts';
import classes from './new-booking.module.css';

type Props = { when: When; minutes: number | null; proId: string | null };

/** Button to block the same time of the same professional instead. */
export const BlockInstead = ({ when, minutes, proId }: Props) => {
  const { t } = useTranslation('appointment');
  const openBooking = useSetAtom(newBookingAtom);
  const openBlock = useSetAtom(blockAtom);
  const swap = () => {
    openBooking(null);
    openBlock({ ...when, minutes, proId });
  };
  return (
    <Button variant="subtle" size="compact-sm" className={classes['instead'] ?? ''} onClick={swap}>
      {t(($) => $.block.instead)}
    </Button>
  );
};

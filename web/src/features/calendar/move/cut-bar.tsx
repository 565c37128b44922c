import type { BookingView } from '@visita/contracts/booking/views';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/icons.tsx';
import { wallTimeOf } from '../../../lib/time/wall-clock.ts';
import classes from '../shared/calendar.module.css';
import { usePro } from '../../../lib/session/use-pro.ts';
import { useProNames } from '../../../lib/data/use-pro-names.ts';
import { useTown } from '../../../lib/data/use-town.ts';

/** Explains why an entry cannot move to another professional's column, until it is closed. */
export const RefusedBar = ({
  booking,
  name,
  onClose,
}: {
  /** Undefined for a block. */
  booking: BookingView | undefined;
  /** Professional of the other column. */
  name: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation(['calendar', 'common']);
  return (
    <div className={classes['cutBar']} role="alert">
      <Icon name="warning" size={18} />
      <span>
        {booking
          ? t(($) => $.grid.stays, {
              patient: booking.patient_name,
              service: booking.service,
              name: name || t(($) => $.grid.unassigned),
            })
          : t(($) => $.grid.blockStays)}
      </span>
      <Button size="xs" variant="light" onClick={onClose}>
        {t(($) => $.common.actions.close)}
      </Button>
    </div>
  );
};

type Props = { booking: BookingView; onPaste: () => void; onCancel: () => void };

/** Shows which booking was cut, with buttons to paste and cancel. */
export const CutBar = ({ booking, onPaste, onCancel }: Props) => {
  const { t } = useTranslation(['calendar', 'common']);
  const town = useTown(booking);
  const named = useProNames(usePro()).ofBooking(booking);
  const time = wallTimeOf(booking.date);
  return (
    <div className={classes['cutBar']} role="status">
      <Icon name="clock" size={18} />
      <span>
        {t(($) => $.cut.text, {
          patient: [booking.patient_name, named].filter(Boolean).join(', '),
          minutes: booking.duration,
          time: town ? `${time} (${t(($) => $.common.clockOf, { town })})` : time,
        })}
      </span>
      <Button size="xs" variant="light" onClick={onPaste}>
        {t(($) => $.cut.paste)}
      </Button>
      <Button size="xs" variant="subtle" onClick={onCancel}>
        {t(($) => $.common.actions.cancel)}
      </Button>
    </div>
  );
};

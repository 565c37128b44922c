import type { BookingView } from '@visita/contracts/booking/views';
import { Alert, Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import classes from './inactivity.module.css';
import { listedDate, listedTime } from './period.ts';

type Props = {
  bookings: readonly BookingView[];
  /** Whether the closing or vacation is not saved yet. */
  foreseen?: boolean;
};

/** Bookings that lie in a new closing or vacation: they are kept, so somebody has to look after them. */
export const Affected = ({ bookings, foreseen = false }: Props) => {
  const { t } = useTranslation('inactivity');
  return (
    <>
      <Alert
        color="yellow"
        role="status"
        icon={<Icon name="warning" />}
        title={t(($) => $.affected.title, { count: bookings.length })}
      >
        {foreseen ? t(($) => $.affected.before) : t(($) => $.affected.text)}
      </Alert>
      <ul>
        {bookings.map((booking) => (
          <li key={booking.id} className={classes['row']}>
            <div className={classes['main']}>
              <Text fw={600}>{booking.patient_name}</Text>
              <Text c="dimmed">{`${booking.service} · ${booking.clinic_name}`}</Text>
              <Anchor href={`tel:${booking.patient_prefix}${booking.patient_phone}`}>
                {`${booking.patient_prefix} ${booking.patient_phone}`}
              </Anchor>
            </div>
            <Text className="tabular">{`${listedDate(booking.date)} ${listedTime(booking.date)}`}</Text>
          </li>
        ))}
      </ul>
    </>
  );
};

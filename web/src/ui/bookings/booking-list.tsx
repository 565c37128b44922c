import type { BookingView } from '@visita/contracts/booking/views';
import { Alert, Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { groupBy } from '../../lib/compat/group-by.ts';
import { townAmong } from '../../lib/time/other-clock.ts';
import { dayOf, listedDate, listedTime } from '../../lib/time/wall-clock.ts';
import classes from './booking-list.module.css';
import { Icon } from '../icons/icons.tsx';
import { PatientName } from './patient-name.tsx';

type Props = { bookings: readonly BookingView[]; title: string; text: string };

/** Bookings that need attention by professional, with the reason. */
export const BookingList = ({ bookings, title, text }: Props) => {
  const { t } = useTranslation('common');
  const places = bookings.map(({ clinic_city: city, timezone }) => ({ city, timezone }));
  const clockOf = ({ clinic_city: city, timezone, date }: BookingView) => {
    const town = townAmong(places, { city, timezone }, dayOf(date));
    return town ? ` (${t(($) => $.clockOf, { town })})` : '';
  };
  const groups = [...groupBy(bookings, ({ pro_id: proId }) => proId).values()];
  return (
    <>
      <Alert color="yellow" role="status" icon={<Icon name="warning" />} title={title}>
        {text}
      </Alert>
      {groups.map((some) => (
        <section key={some[0]?.pro_id} aria-label={some[0]?.doctor_name}>
          <Text fw={600} c="dimmed">
            {`${some[0]?.doctor_name} (${some.length})`}
          </Text>
          <ul>
            {some.map((booking) => (
              <li key={booking.id} className={classes['row']}>
                <div className={classes['main']}>
                  <PatientName booking={booking} erased="" />
                  <Text c="dimmed">{`${booking.service} · ${booking.clinic_name}`}</Text>
                  {booking.patient_phone && (
                    <Anchor href={`tel:${booking.patient_prefix}${booking.patient_phone}`}>
                      {`${booking.patient_prefix} ${booking.patient_phone}`}
                    </Anchor>
                  )}
                </div>
                <Text className="tabular">{`${listedDate(booking.date)} ${listedTime(booking.date)}${clockOf(booking)}`}</Text>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
};

import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import shared from '../../ui/bookings/visit-row.module.css';
import { Icon } from '../../ui/icons/icons.tsx';
import classes from './today.module.css';

/** Link that calls the patient of a visit. */
export const Call = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('today');
  const { patient_name: patient, patient_prefix: prefix, patient_phone: phone } = booking;
  if (phone === '') return <Text c="dimmed">{patient && t(($) => $.noPhone)}</Text>;
  return (
    <a className={`${shared['call']} ${classes['call']}`} href={`tel:${prefix}${phone}`}>
      <Icon name="phone" size={18} />
      <span className="visually-hidden">{t(($) => $.call, { patient })}</span>
      <span className={`tabular ${classes['number']}`}>{`${prefix} ${phone}`}</span>
    </a>
  );
};

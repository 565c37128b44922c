import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { patientPath } from '../../lib/page/paths.ts';
import { useTown } from '../../lib/data/use-town.ts';
import { wallTimeOf } from '../../lib/time/wall-clock.ts';
import { AttendanceBadge, AttendanceButtons } from '../../ui/bookings/attendance.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import classes from './today.module.css';

const Call = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation('today');
  const { patient_name: patient, patient_prefix: prefix, patient_phone: phone } = booking;
  if (phone === '') return <Text c="dimmed">{patient && t(($) => $.noPhone)}</Text>;
  return (
    <a className={classes['call']} href={`tel:${prefix}${phone}`}>
      <Icon name="phone" size={18} />
      <span className="visually-hidden">{t(($) => $.call, { patient })}</span>
      <span className="tabular">{`${prefix} ${phone}`}</span>
    </a>
  );
};

type Props = {
  booking: BookingView;
  now: Date;
  /** True if all earlier visits are over. */
  next: boolean;
  own: boolean;
  where: boolean;
};

/** Visit of the day, with buttons to record attendance. */
export const VisitRow = ({ booking, now, next, own, where }: Props) => {
  const { t } = useTranslation(['today', 'common']);
  const town = useTown(booking);
  const name = booking.patient_name || t(($) => $.erased);
  const professional = booking.status === 'orfan' ? t(($) => $.orphan) : booking.doctor_name;
  const about = [
    ...(town ? [t(($) => $.common.clockOf, { town })] : []),
    booking.service,
    ...(own ? [] : [professional]),
    ...(where ? [booking.clinic_name] : []),
  ];
  return (
    <li
      className={classes['visit']}
      data-attendance={booking.attendance}
      data-next={next || undefined}
      aria-current={next ? 'time' : undefined}
    >
      <time className={classes['time']} dateTime={booking.date}>
        {wallTimeOf(booking.date)}
      </time>
      <div className={classes['who']}>
        {own && booking.patient_name !== '' ? (
          <Link className={classes['name'] ?? ''} to={patientPath(booking.patient_id)}>
            {name}
          </Link>
        ) : (
          <span className={classes['name']}>{name}</span>
        )}
        <Text c="dimmed">{about.join(' · ')}</Text>
      </div>
      <Call booking={booking} />
      <div className={classes['said']}>
        <AttendanceBadge booking={booking} now={now} />
        <AttendanceButtons booking={booking} now={now} />
      </div>
    </li>
  );
};

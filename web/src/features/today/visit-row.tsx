import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePathOfPatient } from '../../lib/data/patients.api.ts';
import { usePro } from '../../lib/session/use-pro.ts';
import { useTown } from '../../lib/data/use-town.ts';
import { wallTimeOf } from '../../lib/time/wall-clock.ts';
import { VisitAnswer } from '../../ui/bookings/answer.tsx';
import { AttendanceBadge, AttendanceButtons } from '../../ui/bookings/attendance.tsx';
import shared from '../../ui/bookings/visit-row.module.css';
import { Call } from './call.tsx';
import classes from './today.module.css';

type Props = {
  booking: BookingView;
  now: Date;
  /** True if all earlier visits are over. */
  next: boolean;
  own: boolean;
  /** True if the row names a colleague; false under a heading with the name. */
  named: boolean;
  where: boolean;
  onOpen: () => void;
};

/** Patient's name: opens the card if the professional may open it, else the visit. */
const Name = ({ booking, onOpen }: Pick<Props, 'booking' | 'onOpen'>) => {
  const { t } = useTranslation('today');
  const card = usePathOfPatient(usePro(), booking);
  if (card !== null)
    return (
      <Link className={classes['name'] ?? ''} to={card}>
        {booking.patient_name}
      </Link>
    );
  return (
    <button type="button" className={classes['name']} onClick={onOpen}>
      {booking.patient_name || t(($) => $.erased)}
    </button>
  );
};

/** Visit of the day, with buttons to record attendance. */
export const VisitRow = ({ booking, now, next, own, named, where, onOpen }: Props) => {
  const { t } = useTranslation(['today', 'common']);
  const town = useTown(booking);
  const professional = booking.status === 'orfan' ? t(($) => $.orphan) : booking.doctor_name;
  const time = wallTimeOf(booking.date);
  const about = [
    ...(town ? [t(($) => $.common.clockOf, { town })] : []),
    booking.service,
    ...(own || !named ? [] : [professional]),
    ...(where ? [booking.clinic_name] : []),
  ].join(' · ');
  return (
    <li
      className={classes['visit']}
      data-attendance={booking.attendance}
      data-next={next || undefined}
      aria-current={next ? 'time' : undefined}
    >
      <button
        type="button"
        className={classes['time']}
        aria-label={t(($) => $.open, { time, patient: booking.patient_name || t(($) => $.erased) })}
        title={about}
        onClick={onOpen}
      >
        <time dateTime={booking.date}>{time}</time>
      </button>
      <div className={`${shared['who']} ${classes['who']}`}>
        <Name booking={booking} onOpen={onOpen} />
        <Text c="dimmed" className={classes['about'] ?? ''} title={about}>
          {about}
        </Text>
      </div>
      <Call booking={booking} />
      <div className={classes['said']}>
        <VisitAnswer booking={booking} />
        {booking.text_answer && <q>{booking.text_answer}</q>}
        <AttendanceBadge booking={booking} now={now} />
        <AttendanceButtons booking={booking} now={now} />
      </div>
    </li>
  );
};

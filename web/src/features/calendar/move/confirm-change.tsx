import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AboutPatient } from '../../../ui/bookings/patient-name.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { usePro } from '../../../lib/session/use-pro.ts';
import { useProNames } from '../../../lib/data/use-pro-names.ts';
import { FollowingPart } from '../series/following-part.tsx';
import { hasFollowing } from '../series/series-scope.tsx';
import { useFollowing } from '../series/use-following.ts';
import { shortWhen, writtenWhen } from '../../../lib/text/written-when.ts';

type Props = {
  booking: BookingView;
  date: string | null;
  /** Name of the professional after the change, if it is another one. */
  to?: string | undefined;
  /** Names of the services after the change, if a visit with several has other ones then. */
  instead?: string | undefined;
  /** City of its clock, if clinics are in several time zones. */
  town?: string | null;
  sending?: boolean;
  /** True if the new time is in another visit's buffer. */
  tight?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** Called once the visits of a series are being moved; undefined if the change is not only of the time. */
  onFollowing?: (() => void) | undefined;
};

/** Asks before a booking changes, and tells whether the patient gets a mail. */
export const ConfirmChange = (props: Props) => {
  const { booking, date, to, instead, town, sending, onCancel, onConfirm, onFollowing = onCancel } = props;
  const following = useFollowing({ booking, date, onMoved: onFollowing });
  const tight = props.tight === true && following.move === null;
  const { t, i18n } = useTranslation(['calendar', 'common']);
  const named = useProNames(usePro()).ofBooking(booking);
  const clockOf = (when: string) => (town ? `${when} (${t(($) => $.common.clockOf, { town })})` : when);
  const text = (patient: string) => {
    const after = date ?? booking.date;
    const places = { patient, before: shortWhen(booking.date, i18n), when: clockOf(shortWhen(after, i18n)) };
    if (to) return t(($) => $.edit.handOver, { ...places, from: booking.doctor_name, to });
    if (named) return t(($) => $.edit.withPro, { ...places, name: named });
    return t(($) => $.edit.confirmText, { patient, when: clockOf(writtenWhen(after, i18n)) });
  };
  return (
    <Confirm
      opened={date !== null}
      title={t(($) => $.edit.confirmTitle)}
      confirm={tight ? t(($) => $.edit.anyway) : t(($) => $.edit.confirm)}
      sending={following.sending || (sending ?? false)}
      disabled={following.isBlocked}
      onCancel={onCancel}
      onConfirm={following.move ?? onConfirm}
    >
      <AboutPatient booking={booking} say={text} />
      {instead && <Text>{t(($) => $.edit.services, { before: booking.service, after: instead })}</Text>}
      {props.onFollowing && hasFollowing(booking) && <FollowingPart following={following} />}
      {tight && <Text>{t(($) => $.common.problems['buffer-taken'])}</Text>}
      <Text fw={600}>
        {booking.patient_email === '' ? t(($) => $.edit.unmailed) : t(($) => $.edit.mailed)}
      </Text>
    </Confirm>
  );
};

import type { BookingView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { writtenWhen } from '../shared/calendar.format.ts';

type Props = {
  booking: BookingView;
  date: string | null;
  /** City of its clock, if clinics are in several time zones. */
  town?: string | null;
  sending?: boolean;
  /** True if the new time is in another visit's buffer. */
  tight?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Asks before a booking changes, and tells whether the patient gets a mail. */
export const ConfirmChange = (props: Props) => {
  const { booking, date, town, sending, tight = false, onCancel, onConfirm } = props;
  const { t, i18n } = useTranslation(['calendar', 'common']);
  const when = writtenWhen(date ?? booking.date, i18n);
  return (
    <Confirm
      opened={date !== null}
      title={t(($) => $.edit.confirmTitle)}
      confirm={tight ? t(($) => $.edit.anyway) : t(($) => $.edit.confirm)}
      sending={sending ?? false}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <Text>
        {t(($) => $.edit.confirmText, {
          patient: booking.patient_name,
          when: town ? `${when} (${t(($) => $.common.clockOf, { town })})` : when,
        })}
      </Text>
      {tight && <Text>{t(($) => $.common.problems['buffer-taken'])}</Text>}
      <Text fw={600}>
        {booking.patient_email === '' ? t(($) => $.edit.unmailed) : t(($) => $.edit.mailed)}
      </Text>
    </Confirm>
  );
};

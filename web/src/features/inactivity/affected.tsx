import type { BookingView } from '@visita/contracts/booking/views';
import { useTranslation } from 'react-i18next';
import { BookingList } from '../../ui/bookings/booking-list.tsx';

type Props = {
  bookings: readonly BookingView[];
  foreseen?: boolean;
};

/** Bookings during a new closing or vacation; they are kept and need attention. */
export const Affected = ({ bookings, foreseen = false }: Props) => {
  const { t } = useTranslation('inactivity');
  return (
    <BookingList
      bookings={bookings}
      title={t(($) => $.affected.title, { count: bookings.length })}
      text={foreseen ? t(($) => $.affected.before) : t(($) => $.affected.text)}
    />
  );
};

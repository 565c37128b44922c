import type { BookingView, CancelledBooking } from '@visita/contracts/booking/views';
import { fold } from '@visita/contracts/folding';
import type { Language } from '@visita/contracts/language';
import { isPhoneMeant, phoneQuery } from '@visita/contracts/phone/typed';
import { countryName } from '../../lib/text/prefixes.ts';

export type HistoryBooking = BookingView | CancelledBooking;

/** Formats a date as DD-MM-YYYY. */
export const writtenDate = (date: string): string => date.slice(0, 10).split('-').toReversed().join('-');

type Reader = {
  language: Language;
  /** Returns the translated status. */
  statusOf: (booking: HistoryBooking) => string;
};

const textOf = (booking: HistoryBooking, { language, statusOf }: Reader): string =>
  [
    booking.clinic_address,
    booking.clinic_city,
    booking.clinic_country,
    booking.clinic_country && countryName(booking.clinic_country, language),
    booking.clinic_name,
    booking.doctor_email,
    booking.doctor_name,
    booking.patient_email,
    booking.patient_name,
    `${booking.patient_prefix} ${booking.patient_phone}`,
    booking.service,
    booking[`specialization_${language}`],
    writtenDate(booking.date),
    booking.date,
    booking.status,
    statusOf(booking),
  ]
    .map(fold)
    .join('\n');

/** Splits a filtered history: upcoming bookings, the next one first; past and cancelled ones, newest first. */
export const aroundNow = (found: readonly HistoryBooking[], now: number) => {
  const isAhead = ({ date, status }: HistoryBooking): boolean =>
    status !== 'cancelled' && Date.parse(date) > now;
  return {
    upcoming: found.filter(isAhead).toReversed(),
    past: found.filter((booking) => !isAhead(booking)),
  };
};

/** Returns the bookings that contain the query in any column, newest first. */
export const filterHistory = (
  bookings: readonly HistoryBooking[],
  query: string,
  reader: Reader,
): HistoryBooking[] => {
  const wanted = fold(query);
  const phone = phoneQuery(query);
  const isFound = (booking: HistoryBooking): boolean =>
    textOf(booking, reader).includes(wanted) ||
    isPhoneMeant({ prefix: booking.patient_prefix, phone: booking.patient_phone }, phone);
  return bookings.filter(isFound).toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date));
};

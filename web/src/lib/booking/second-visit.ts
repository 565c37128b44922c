import type { BookingView } from '@visita/contracts/booking/views';
import { emailKey } from '@visita/contracts/email-key';
import { fold } from '@visita/contracts/folding';

/** A patient with the contact by which other records of the same person are recognised. */
export type Visitor = { id: string | null; name: string; email: string; prefix: string; phone: string };

/** Returns whether a booking is for the same person: the same record, the same email, or the same phone and name. */
const isOf = (booking: BookingView, { id, name, email, prefix, phone }: Visitor): boolean =>
  (id !== null && booking.patient_id === id) ||
  (email !== '' && booking.contact_id === '' && emailKey(booking.patient_email) === emailKey(email)) ||
  (phone !== '' &&
    booking.patient_phone === phone &&
    booking.patient_prefix === prefix &&
    fold(booking.patient_name) === fold(name));

/** Epoch ms, and the id of a booking that is being changed. */
type Span = { from: number; until: number; except?: string };

/** Returns another visit of the same patient that overlaps or touches a time. */
export const secondVisit = (
  bookings: readonly BookingView[],
  visitor: Visitor,
  { from, until, except }: Span,
): BookingView | undefined =>
  bookings.find(
    (booking) =>
      booking.id !== except &&
      booking.status === 'confirmed' &&
      Date.parse(booking.date) <= until &&
      from <= Date.parse(booking.ending_date) &&
      isOf(booking, visitor),
  );

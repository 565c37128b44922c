import { linksLast } from '@visita/contracts/booking/links';
import { Rejection } from '@visita/contracts/problem';
import type { Caller } from '@visita/platform/auth/caller';
import type { Domain } from '../domain.ts';
import type { PlacedBooking } from './decider.ts';

/** Returns a booking that was placed. Throws `not-found`. */
export const loadBooking = async ({ bookings }: Domain, bookingId: string): Promise<PlacedBooking> => {
  const { state } = await bookings.load(bookingId);
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

/**
 * Returns the booking of a mailed link. Throws `token-expired` if the visit is too long ago, or if the email to which
 * the link was mailed has been corrected.
 */
export const loadLinked = async (
  domain: Domain,
  { bookingId, turn = 0 }: Omit<Extract<Caller, { kind: 'booking' }>, 'kind'>,
  at: Date,
): Promise<PlacedBooking> => {
  const booking = await loadBooking(domain, bookingId);
  requireLinksLast(booking, at);
  if (booking.turn !== turn) throw new Rejection('token-expired');
  return booking;
};

/** Throws `token-expired` if the visit is too long ago for its mailed links. */
const requireLinksLast = ({ end }: Pick<PlacedBooking, 'end'>, at: Date): void => {
  if (at.getTime() > Date.parse(end) + linksLast) throw new Rejection('token-expired');
};

import { linksLast } from '@visita/contracts/booking/links';
import { Rejection } from '@visita/contracts/problem';
import type { Domain } from '../domain.ts';
import type { PlacedBooking } from './decider.ts';

/** Returns a booking that was placed. Throws `not-found`. */
export const loadBooking = async ({ bookings }: Domain, bookingId: string): Promise<PlacedBooking> => {
  const { state } = await bookings.load(bookingId);
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

/** Throws `token-expired` if the visit is too long ago for its mailed links. */
export const requireLinksLast = ({ end }: Pick<PlacedBooking, 'end'>, at: Date): void => {
  if (at.getTime() > Date.parse(end) + linksLast) throw new Rejection('token-expired');
};

import { Rejection } from '@visita/contracts/problem';
import type { Reservation } from '../agenda/decider.ts';
import { requireOffered, requireOpen } from './bookable.ts';
import type { BookingFacts } from './facts.ts';
import { requireGapless } from './gapless.ts';
import { requireFree } from './reserve.ts';

/** Refuses with 409 a booking that the facts rule out: not offered, closed, restricted or taken. */
export const requireAllowed = (facts: BookingFacts, reservation: Reservation, now: string): void => {
  const { bookable, interval, placing, record, agendas, around, corrected, over } = facts;
  if (placing === 'online') requireOffered(bookable, interval, now);
  else requireOpen(bookable, interval);
  // A restricted patient may still book.
  if (placing !== 'online' && record?.status === 'registered' && record.restricted)
    throw new Rejection('patient-restricted');
  const wanted = { reservation, placing, now };
  // The corrected request is given up first, and the offer is taken over.
  const others = agendas.map(({ taken }) => ({
    taken: taken.filter(
      ({ bookingId, reservationId }) => bookingId !== corrected?.booking.bookingId && reservationId !== over,
    ),
  }));
  requireFree(others, wanted);
  if (around) requireGapless(bookable, wanted, around);
};

/**
 * Returns whether a stranger requests a service that is for known patients only. The response and
 * its time are the same for all, so that they do not reveal patients; only the mail says that the
 * request is declined.
 */
export const isDeclined = ({ bookable, placing, record }: BookingFacts): boolean =>
  placing === 'online' && bookable.rules.bookableBy === 'known' && record?.status !== 'registered';

import { Rejection } from '@visita/contracts/problem';
import type { Reservation } from '../agenda/decider.ts';
import { requireOffered, requireOpen } from './bookable.ts';
import type { BookingFacts } from './facts.ts';
import { requireGapless } from './gapless.ts';
import { requireFree } from './reserve.ts';

/** Refuses with 409 a booking that the facts rule out: not offered, closed, restricted or taken. */
export const requireAllowed = (facts: BookingFacts, reservation: Reservation, now: string): void => {
  const { bookable, interval, placing, record, agendas, around, corrected } = facts;
  if (placing === 'online') requireOffered(bookable, interval, now);
  else requireOpen(bookable, interval);
  // Patients decide for themselves.
  if (placing !== 'online' && record?.status === 'registered' && record.restricted)
    throw new Rejection('patient-restricted');
  const wanted = { reservation, placing, now };
  // The corrected request is given up first.
  const others = agendas.map(({ taken }) => ({
    taken: taken.filter(({ bookingId }) => bookingId !== corrected?.booking.bookingId),
  }));
  requireFree(others, wanted);
  if (around) requireGapless(bookable, wanted, around);
};

/**
 * Returns whether a stranger asks for a service of known patients. They get the answer and the time that all get, so that
 * the answer does not tell who is a patient; only the mail says that it comes to nothing.
 */
export const isDeclined = ({ bookable, placing, record }: BookingFacts): boolean =>
  placing === 'online' && bookable.rules.bookableBy === 'known' && record?.status !== 'registered';

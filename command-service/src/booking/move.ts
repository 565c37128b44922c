import { Rejection } from '@visita/contracts/problem';
import type { Cause } from '@visita/platform/decider';
import { deriveId } from '@visita/platform/derive-id';
import type { Domain } from '../domain.ts';
import type { Bookable, BookingInterval } from './bookable.ts';
import { bookingDecider } from './decider.ts';
import { inSeconds, onInterval, placingSeconds } from './reserve.ts';

type Move = { bookingId: string; bookable: Bookable; interval: BookingInterval; by: 'pro' | 'patient' };

/** Reserves the new interval, moves the booking onto it, and leaves the old one to be released. */
export const moveBooking = async (
  domain: Domain,
  { bookingId, bookable, interval, by }: Move,
  { at, cause }: { at: Date; cause: Cause },
) => {
  const { hub, clinic, service } = bookable;
  const reservationId = deriveId(cause.id, bookingId, service.hubServiceId, interval.start, 'reservation');
  const reservation = { bookingId, reservationId, ...interval, deadline: inSeconds(at, placingSeconds) };
  const { timezone } = clinic.details;
  const to = { reservationId, ...interval, proId: hub.proId, hubId: hub.hubId, timezone, service };
  // What the booking refuses as it stands leaves no trace; whatever comes in between is decided on the interval.
  const { state: present } = await domain.bookings.load(bookingId);
  bookingDecider.decide({ type: 'move', by, to }, present);
  const wanted = { proId: hub.proId, reservation, now: at.toISOString() };
  const { state, position } = await onInterval(domain, wanted, cause, () =>
    domain.bookings.execute(bookingId, { type: 'move', by, to }, cause),
  );
  if (state.status === 'none') throw new Rejection('not-found');
  return { booking: state, position };
};

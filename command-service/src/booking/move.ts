import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Placing } from '../agenda/decider.ts';
import type { Dependencies } from '../dependencies.ts';
import { registerPatient } from '../patient/register.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { admit } from './admit.ts';
import type { Bookable, BookingInterval } from './bookable.ts';
import { bookingDecider, type PlacedBooking } from './decider.ts';
import { buffersOf, inSeconds, onInterval, placingSeconds, releaseLeft, standsOn } from './reserve.ts';

type Deps = Pick<Dependencies, 'domain' | 'pseudonyms' | 'holdsPerPatient' | 'rules'>;
type Move = {
  booking: PlacedBooking;
  bookable: Bookable;
  interval: BookingInterval;
  by: 'pro' | 'patient';
  placing: Placing;
};

/** Who the patient is to the professional whom the booking goes to; counted as theirs, but not limited. */
const patientOf = async (
  deps: Deps,
  { booking, bookable, reservationId }: Move & { reservationId: string },
  work: UnitOfWork,
): Promise<string> => {
  const { bookingId, contact } = booking;
  const { pro } = bookable;
  if (booking.proId === pro.id) return booking.patientId;
  if (isErased(contact)) throw new Rejection('patient-erased');
  const patientId = await deps.pseudonyms.idOf({ kind: 'patient', scope: pro.id, value: contact.email });
  const counted = { pro, bookingId, reservationId, patientId, placedBy: 'pro', contact } as const;
  await admit(deps, counted, work);
  return patientId;
};

/** Reserves the new interval, moves the booking onto it, and releases the old one. */
export const moveBooking = async (deps: Deps, wish: Move, work: UnitOfWork): Promise<PlacedBooking> => {
  const { at, now, cause, execute } = work;
  const { domain } = deps;
  const { booking, bookable, interval, by } = wish;
  const { hub, clinic, service } = bookable;
  const { bookingId } = booking;
  const { timezone } = clinic.details;
  const reservationId = deriveId(cause.id, bookingId, service.hubServiceId, interval.start, 'reservation');
  const deadline = inSeconds(at, placingSeconds);
  const reservation = { bookingId, reservationId, ...interval, ...buffersOf(service), deadline };
  const place = { reservationId, ...interval, proId: hub.proId, hubId: hub.hubId, timezone, service };
  const moveTo = (patientId: string) => ({ type: 'move', by, to: { ...place, patientId } }) as const;
  // A refusal by the present state reserves nothing; changes made meanwhile are decided on the interval.
  const { state: present } = await domain.bookings.load(bookingId);
  bookingDecider.decide(moveTo(booking.patientId), present);
  const wanted = { proId: hub.proId, reservation, placing: wish.placing, now, cause };
  const decide = async () =>
    execute(domain.bookings, bookingId, moveTo(await patientOf(deps, { ...wish, reservationId }, work)));
  const { state } = await onInterval(domain, wanted, { decide, stands: standsOn(reservationId) });
  if (state.status === 'none') throw new Rejection('not-found');
  await releaseLeft(domain, state, cause);
  if (state.patientId !== booking.patientId && !isErased(state.contact)) {
    await registerPatient(domain, { ...state, contact: state.contact }, execute);
  }
  return state;
};

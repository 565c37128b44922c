import type { Contact } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import { type BeforeStep, step } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Placing } from '../agenda/decider.ts';
import type { Dependencies } from '../dependencies.ts';
import { registerSteps } from '../patient/register.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { admissionSteps } from './admit.ts';
import type { Bookable, BookingInterval } from './bookable.ts';
import { bookingDecider, type PlacedBooking } from './decider.ts';
import { isGapless, readTakenAround, requireGapless } from './gapless.ts';
import {
  agendasOf,
  buffersOf,
  inSeconds,
  leavingSteps,
  placingSeconds,
  reservationIdOf,
  reserveSteps,
} from './reserve.ts';
import { makeWhose, type Whose } from './whose.ts';

type Deps = Pick<Dependencies, 'domain' | 'pseudonyms' | 'holdsPerPatient' | 'rules'>;
type Move = {
  booking: PlacedBooking;
  bookable: Bookable;
  interval: BookingInterval;
  by: 'pro' | 'patient';
  placing: Placing;
};

/** Who the patient is on another professional's list; without an email the record they had there before, or a new one. */
const whoseAt = async (
  deps: Deps,
  booking: PlacedBooking & { contact: Contact },
  proId: string,
  cause: Cause,
): Promise<Whose> => {
  const { contact, bookingId, patientsLeft } = booking;
  const told = booking.told && !isErased(booking.told.contact) ? booking.told.contact : null;
  const before = (told ?? contact).email === null ? patientsLeft[proId] : undefined;
  const known = before && (await deps.domain.patients.load(before)).state.status === 'registered';
  const listed = known ? { patientId: before, contactId: null } : undefined;
  return makeWhose(deps, { proId, listed, contact, told }, { ...cause, id: deriveId(cause.id, bookingId) });
};

/** Who the patient is to the professional whom the booking goes to; counted as theirs, but not limited. */
const patientOf = async (
  deps: Deps,
  { booking, bookable, reservationId }: Move & { reservationId: string },
  work: UnitOfWork,
): Promise<{ whose: Whose; before: readonly BeforeStep[] }> => {
  const { bookingId, contact, patientId, told } = booking;
  const { pro } = bookable;
  if (booking.proId === pro.id)
    return { whose: { patientId, contactId: told?.contactId ?? null }, before: [] };
  if (isErased(contact)) throw new Rejection('patient-erased');
  const whose = await whoseAt(deps, { ...booking, contact }, pro.id, work.cause);
  const counted = { pro, bookingId, reservationId, placedBy: 'pro', contact, told: null } as const;
  const before = await admissionSteps(deps, { ...counted, patientId: whose.patientId }, work);
  return { whose, before };
};

/** The interval that a booking moves to, and the command that moves it there. */
const targetOf = ({ booking, bookable, interval, by }: Move, { at, cause }: UnitOfWork) => {
  const { hub, clinic, service } = bookable;
  const { bookingId } = booking;
  const whole = { ...interval, ...buffersOf(service) };
  const reservationId = reservationIdOf([cause.id, bookingId, service.hubServiceId], whole);
  const reservation = { bookingId, reservationId, ...whole, deadline: inSeconds(at, placingSeconds) };
  const { timezone } = clinic.details;
  const place = { reservationId, ...interval, proId: hub.proId, hubId: hub.hubId, timezone, service };
  const moveTo = (whose: Partial<Whose> & Pick<Whose, 'patientId'>) =>
    ({ type: 'move', by, to: { ...place, ...whose } }) as const;
  return { reservation, moveTo };
};

/** Reads what a move is decided with, at once: the booking, the days that it leaves and enters, and what is around. */
const readMove = async ({ domain }: Deps, { booking, bookable, interval, placing }: Move, now: string) => {
  const { service, hub } = bookable;
  const [{ state: present }, around] = await Promise.all([
    domain.bookings.load(booking.bookingId),
    isGapless(bookable, placing) ? readTakenAround(domain, bookable, { interval, now }) : null,
    agendasOf(domain, booking.proId, { ...booking, ...buffersOf(booking.service) }),
    agendasOf(domain, hub.proId, { ...interval, ...buffersOf(service) }),
  ]);
  return { present, around };
};

/** Moves a booking onto another interval, and releases the one that it leaves. */
export const moveBooking = async (deps: Deps, wish: Move, work: UnitOfWork): Promise<PlacedBooking> => {
  const { now, cause, commit } = work;
  const { domain } = deps;
  const { booking, bookable, placing } = wish;
  const { bookingId } = booking;
  const { present, around } = await readMove(deps, wish, now);

  const { reservation, moveTo } = targetOf(wish, work);
  // A refusal by the present state reserves nothing; changes made meanwhile are decided on the interval.
  bookingDecider.decide(moveTo({ patientId: booking.patientId }), present);
  const wanted = { proId: bookable.hub.proId, reservation, placing, now, cause };
  if (around) requireGapless(bookable, wanted, around);

  const { whose, before } = await patientOf(
    deps,
    { ...wish, reservationId: reservation.reservationId },
    work,
  );
  const { state } = await commit({
    before: [...before, ...reserveSteps(domain, wanted)],
    decide: step(domain.bookings, bookingId, moveTo(whose)),
    after: (moved) => [
      ...leavingSteps(domain, moved),
      ...(moved.status === 'none' || moved.patientId === booking.patientId || isErased(moved.contact)
        ? []
        : registerSteps(domain, { ...moved, contact: moved.contact })),
    ],
  });
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

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
import { type Bookable, type BookingInterval, intervalOf, occupantOf } from './bookable.ts';
import { bookingDecider, type PlacedBooking } from './decider.ts';
import { isGapless, readTakenAround, requireGapless, type Taken } from './gapless.ts';
import {
  buffersOf,
  inSeconds,
  leavingSteps,
  loadAgendas,
  placingSeconds,
  reservationIdOf,
  reserveSteps,
} from './reserve.ts';
import { makePatientIds, mergesOf, type PatientIds } from './patient-ids.ts';

type Deps = Pick<Dependencies, 'domain' | 'pseudonyms' | 'holdsPerPatient' | 'strict'>;

/** A requested move to a place that the caller may book. */
type MoveRequest = {
  readonly booking: PlacedBooking;
  readonly bookable: Bookable;
  /** Local start at the clinic, `YYYY-MM-DDTHH:mm`. */
  readonly date: string;
  readonly by: 'pro' | 'patient';
  readonly placing: Placing;
  /** Change of a series of which the move is a part. */
  readonly changeId?: string | undefined;
};

/** Facts that decide whether a booking moves. */
export type MoveFacts = MoveRequest & {
  readonly interval: BookingInterval;
  /** Reservations of the day, if the start depends on them. */
  readonly around: readonly Taken[] | null;
  /** Reservation of the offer that this move takes over. */
  readonly over?: string | undefined;
};

/** Reads the facts of a move: the agendas that it leaves and enters, and the reservations around it. */
export const readMove = async (
  { domain }: Pick<Deps, 'domain'>,
  request: MoveRequest,
  now: string,
): Promise<MoveFacts> => {
  const { booking, bookable, date, placing } = request;
  const interval = intervalOf(bookable, date);
  const [around] = await Promise.all([
    isGapless(bookable, placing) ? readTakenAround(domain, bookable, { interval, now }) : null,
    loadAgendas(domain, { ...booking, ...buffersOf(booking.service) }),
    loadAgendas(domain, { ...occupantOf(bookable), ...interval, ...buffersOf(bookable.service) }),
  ]);
  return { ...request, interval, around };
};

/**
 * Returns the patient's ids on another professional's list. A patient without an email gets the ids
 * of their former record there, or new ones.
 */
const patientIdsAt = async (
  deps: Deps,
  booking: PlacedBooking & { contact: Contact },
  proId: string,
  cause: Cause,
): Promise<PatientIds> => {
  const { contact, bookingId, patientsLeft } = booking;
  const told = booking.told && !isErased(booking.told.contact) ? booking.told.contact : null;
  const before = (told ?? contact).email === null ? patientsLeft[proId] : undefined;
  const known = before && (await deps.domain.patients.load(before)).state.status === 'registered';
  const listed = known ? { patientId: before, contactId: null } : undefined;
  const merges = await mergesOf(deps, proId);
  const person = { proId, listed, contact, told };
  return makePatientIds(deps, { person, merges }, { ...cause, id: deriveId(cause.id, bookingId) });
};

/**
 * Returns the patient's ids on the list of the target professional, and steps that count the booking there without
 * limits.
 */
const patientOf = async (
  deps: Deps,
  { booking, bookable, reservationId }: MoveFacts & { reservationId: string },
  work: UnitOfWork,
): Promise<{ ids: PatientIds; before: readonly BeforeStep[] }> => {
  const { bookingId, contact, patientId, told } = booking;
  const { pro } = bookable;
  if (booking.proId === pro.id) return { ids: { patientId, contactId: told?.contactId ?? null }, before: [] };
  if (isErased(contact)) throw new Rejection('patient-erased');
  const ids = await patientIdsAt(deps, { ...booking, contact }, pro.id, work.cause);
  const counted = { pro, bookingId, reservationId, placedBy: 'pro', contact, told: null } as const;
  const before = await admissionSteps(deps, { ...counted, patientId: ids.patientId }, work);
  return { ids, before };
};

/** Returns the reservation of the target interval, and the command that moves the booking there. */
const targetOf = ({ booking, bookable, interval, by, changeId }: MoveFacts, { at, cause }: UnitOfWork) => {
  const { hub, clinic, service } = bookable;
  const { bookingId } = booking;
  const whole = { ...interval, ...buffersOf(service) };
  const reservationId = reservationIdOf([cause.id, bookingId, service.hubServiceId], whole);
  const reservation = { bookingId, reservationId, ...whole, deadline: inSeconds(at, placingSeconds) };
  const { timezone } = clinic.details;
  const place = { reservationId, ...interval, proId: hub.proId, hubId: hub.hubId, timezone, service };
  const moveTo = (ids: Partial<PatientIds> & Pick<PatientIds, 'patientId'>) =>
    ({ type: 'move', by, changeId, to: { ...place, ...ids } }) as const;
  return { reservation, moveTo };
};

/** Moves a booking to another interval, and releases the former interval. */
export const moveBooking = async (deps: Deps, facts: MoveFacts, work: UnitOfWork): Promise<PlacedBooking> => {
  const { now, cause, commit } = work;
  const { domain } = deps;
  const { booking, bookable, placing, around, over } = facts;

  const { reservation, moveTo } = targetOf(facts, work);
  // If the booking cannot move, nothing is reserved. Later changes are decided in the commit.
  bookingDecider.decide(moveTo({ patientId: booking.patientId }), booking);
  const wanted = { ...occupantOf(bookable), reservation, placing, now, cause, over };
  if (around) requireGapless(bookable, wanted, around);

  const { reservationId } = reservation;
  const { ids, before } = await patientOf(deps, { ...facts, reservationId }, work);
  const { state } = await commit({
    before: [...before, ...reserveSteps(domain, wanted)],
    decide: step(domain.bookings, booking.bookingId, moveTo(ids)),
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

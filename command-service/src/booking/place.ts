import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import { step } from '@visita/platform/runtime/commit';
import { languageSteps, registerSteps } from '../patient/register.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { type Admitted, admitBooking, admitByCode } from './admission.ts';
import { admissionSteps } from './admit.ts';
import { giveUpSteps } from './correct.ts';
import { occupantOf } from './bookable.ts';
import type { BookingDraft, PlacedBooking } from './decider.ts';
import { draftOf, reservationOf } from './draft.ts';
import type { BookingFacts } from './facts.ts';
import type { BookingRequest } from './request.ts';
import { reserveSteps } from './reserve.ts';
import { isDeclined, requireAllowed } from './rules.ts';
import { makePatientIds, type PatientIds } from './patient-ids.ts';
import type { PlacingDeps } from './deps.ts';

/** A placed booking, with its facts and draft. */
export type Placed = {
  readonly booking: PlacedBooking;
  readonly facts: BookingFacts;
  readonly draft: BookingDraft;
};

/** A request with its facts. */
export type Asking = { readonly request: BookingRequest; readonly facts: BookingFacts };

/** Counts, reserves and places; registers the patient of a booking by staff, which is confirmed at once. */
const commitBooking = async (
  deps: PlacingDeps,
  { bookable, placing, corrected, over }: BookingFacts,
  { draft, proven }: Admitted,
  work: UnitOfWork,
): Promise<PlacedBooking> => {
  const { domain } = deps;
  const { told, ...booking } = draft;
  const { bookingId, placedBy } = booking;
  const corrects = corrected?.booking.bookingId ?? null;
  const { now, cause } = work;
  const wanted = {
    ...occupantOf(bookable),
    reservation: reservationOf(draft, work.at),
    placing,
    now,
    cause,
    over,
  };
  const { state } = await work.commit({
    before: [
      ...(await admissionSteps(deps, { ...draft, pro: bookable.pro, corrects, proven }, work)),
      ...(corrected ? giveUpSteps(domain, corrected.booking) : []),
      ...reserveSteps(domain, wanted),
    ],
    decide: step(domain.bookings, bookingId, { type: 'place', booking, told }),
    after: () =>
      placedBy === 'patient' ? [] : [...registerSteps(domain, draft), ...languageSteps(domain, draft)],
  });
  // A repeated request may find a booking that has ended.
  if (state.status === 'none' || isGone(state.status)) throw new Rejection('booking-not-active');
  if (corrected) await deps.liveHolds.end(corrected.booking.bookingId);
  return state;
};

/**
 * Places a booking from a request and its facts, which were read before: checks the rules, admits
 * the booking and commits it. Reads no facts, and writes nothing before the booking is admitted.
 * After a crash during the commit the slot is blocked for a minute; it is never booked twice.
 */
export const place = async (
  deps: PlacingDeps,
  { request, facts }: Asking,
  work: UnitOfWork,
): Promise<Placed> => {
  const { known, person } = facts;
  const { id: standIn } = work.cause;
  const draftFor = (ids: PatientIds) => draftOf(deps, { request, facts }, ids, work);
  const first = draftFor(known ?? { patientId: standIn, contactId: person.told && standIn });
  requireAllowed(facts, reservationOf(first, work.at), work.now);

  const identified = async (): Promise<BookingDraft> => ({
    ...draftFor(known ?? (await makePatientIds(deps, facts, work.cause))),
    ...(isDeclined(facts) ? { declined: 'not-known' as const } : {}),
  });
  const stranger = request.origin.by === 'patient' ? request.origin.stranger : null;
  const admission = { facts, stranger, first, identified };
  const admitted = await admitBooking(deps, admission, work);

  const { draft } = admitted;
  const commit = async (one: Admitted): Promise<Placed> => ({
    booking: await commitBooking(deps, facts, one, work),
    facts,
    draft: one.draft,
  });
  try {
    return await commit(admitted).catch(async (refusal: unknown) => {
      if (!(refusal instanceof Rejection) || refusal.code !== 'hold-limit') throw refusal;
      return commit(await admitByCode(deps, admission, { draft, refusal }, work));
    });
  } catch (error) {
    if (error instanceof Rejection) await deps.liveHolds.end(draft.bookingId);
    throw error;
  }
};

import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import { step } from '@visita/platform/runtime/commit';
import type { Dependencies } from '../dependencies.ts';
import { registerSteps } from '../patient/register.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { admitBooking, withdrawBooking } from './admission.ts';
import { giveUp } from './correct.ts';
import type { BookingDraft, PlacedBooking } from './decider.ts';
import { draftOf, reservationOf } from './draft.ts';
import { type BookingFacts, readFacts } from './facts.ts';
import type { BookingRequest } from './request.ts';
import { reserveSteps } from './reserve.ts';
import { isDeclined, requireAllowed } from './rules.ts';
import { makeWhose } from './whose.ts';

/** A booking that was placed, with the facts that it was decided on. */
export type Placed = {
  readonly booking: PlacedBooking;
  readonly facts: BookingFacts;
  readonly draft: BookingDraft;
};

/** Reserves and places; registers the patient of a booking by staff, which is confirmed at once. */
const commitBooking = async (
  { domain }: Dependencies,
  { facts, draft }: { facts: BookingFacts; draft: BookingDraft },
  { at, now, cause, commit }: UnitOfWork,
): Promise<PlacedBooking> => {
  const { told, ...booking } = draft;
  const { proId, bookingId, placedBy } = booking;
  const reservation = reservationOf(draft, at);
  const { state } = await commit({
    before: reserveSteps(domain, { proId, reservation, placing: facts.placing, now, cause }),
    decide: step(domain.bookings, bookingId, { type: 'place', booking, told }),
    after: () => (placedBy === 'patient' ? [] : registerSteps(domain, draft)),
  });
  // A repeat finds the booking as it is by now.
  if (state.status === 'none' || isGone(state.status)) throw new Rejection('booking-not-active');
  return state;
};

/**
 * Places a booking in five phases: request, facts, rules, admission, commit. Only the facts are read before it is
 * decided, and nothing is written before it is admitted. A crash while it is committed costs the slot a minute, never a
 * double booking.
 */
export const place = async (
  deps: Dependencies,
  request: BookingRequest,
  work: UnitOfWork,
): Promise<Placed> => {
  const { origin } = request;
  const facts = await readFacts(deps, request, work.now);

  const { known, asked, corrected } = facts;
  const { id: standIn } = work.cause;
  const draftFor = (whose: NonNullable<typeof known>) => draftOf(deps, { request, facts }, whose, work);
  const first = draftFor(known ?? { patientId: standIn, contactId: asked.told && standIn });
  requireAllowed(facts, reservationOf(first, work.at), work.now);

  const identified = async (): Promise<BookingDraft> => ({
    ...draftFor(known ?? (await makeWhose(deps, asked, work.cause))),
    ...(isDeclined(facts) ? { declined: 'not-known' as const } : {}),
  });
  const stranger = origin.by === 'patient' ? origin.stranger : null;
  const draft = await admitBooking(deps, { facts, stranger, first, identified }, work);

  try {
    if (corrected) await giveUp(deps, corrected.booking, work);
    return { booking: await commitBooking(deps, { facts, draft }, work), facts, draft };
  } catch (error) {
    if (error instanceof Rejection) await withdrawBooking(deps, draft, work);
    throw error;
  }
};

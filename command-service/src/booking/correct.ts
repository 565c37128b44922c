import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import type { BookingPurpose } from '@visita/platform/auth/booking-token';
import { type BeforeStep, stays, step } from '@visita/platform/runtime/commit';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import type { PlacedBooking } from './decider.ts';
import { buffersOf, releaseSteps } from './reserve.ts';

/** Maximum number of corrections of a request: each mails another address and starts a new hold. */
const corrections = 5;

/** The first purpose has no number, because it was introduced before corrections were counted. */
const purposeOf = (nth: number): BookingPurpose => (nth === 1 ? 'correct' : `correct ${nth}`);

type Right = { readonly bookingId: string; readonly nth: number };

/** Reads the right to correct an earlier request from its token; null if there is none. */
export const readRight = (
  { bookingTokens }: Pick<Dependencies, 'bookingTokens'>,
  token: string,
): Right | null => {
  for (let nth = 1; nth <= corrections; nth += 1) {
    const bookingId = bookingTokens.read(purposeOf(nth), token);
    if (bookingId !== null) return { bookingId, nth };
  }
  return null;
};

/** Issues the right to correct a request, unless it was corrected too often. */
export const rightToCorrect = (
  { bookingTokens }: Pick<Dependencies, 'bookingTokens'>,
  bookingId: string,
  corrected: number,
): { correction?: string } =>
  corrected < corrections ? { correction: bookingTokens.issue(purposeOf(corrected + 1), bookingId) } : {};

/** A request that is given up, and the number of its correction. */
export type Corrected = { readonly booking: PlacedBooking; readonly nth: number };

/**
 * Returns the request with the wrong email that this one corrects; null if there is none. The right
 * to correct is a token in the response to the earlier request, valid for the same service and time
 * until the hold ends. Throws `malformed-request` or `booking-not-active`.
 */
export const correctedBy = async (
  deps: Pick<Dependencies, 'domain' | 'bookingTokens'>,
  {
    correction,
    hubServiceId,
    start,
  }: { correction: string | undefined; hubServiceId: string; start: string },
): Promise<Corrected | null> => {
  if (correction === undefined) return null;
  const right = readRight(deps, correction);
  const state = right && (await deps.domain.bookings.load(right.bookingId)).state;
  const isSame =
    state !== null &&
    state.status !== 'none' &&
    state.service.hubServiceId === hubServiceId &&
    state.start === start;
  if (right === null || !isSame)
    throw new Rejection('malformed-request', 'This corrects no request for that time.');
  if (state.status !== 'pending' && !isGone(state.status)) throw new Rejection('booking-not-active');
  return { booking: state, nth: right.nth };
};

/** Makes the steps that end the corrected request and release its time. */
export const giveUpSteps = (domain: Domain, corrected: PlacedBooking): BeforeStep[] =>
  [
    step(domain.bookings, corrected.bookingId, { type: 'give-up' }),
    ...releaseSteps(domain, { ...corrected, ...buffersOf(corrected.service) }, 'lapsed'),
  ].map((one) => ({ ...one, undo: stays }));

import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import type { BookingPurpose } from '@visita/platform/auth/booking-token';
import { type BeforeStep, stays, step } from '@visita/platform/runtime/commit';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import type { PlacedBooking } from './decider.ts';
import { buffersOf, releaseSteps } from './reserve.ts';

/** So often the email of one request is corrected: each correction mails somebody else and holds the time anew. */
const corrections = 5;

/** The first has the name of those that were given before they were counted. */
const purposeOf = (nth: number): BookingPurpose => (nth === 1 ? 'correct' : `correct ${nth}`);

type Right = { readonly bookingId: string; readonly nth: number };

const readRight = ({ bookingTokens }: Pick<Dependencies, 'bookingTokens'>, token: string): Right | null => {
  for (let nth = 1; nth <= corrections; nth += 1) {
    const bookingId = bookingTokens.read(purposeOf(nth), token);
    if (bookingId !== null) return { bookingId, nth };
  }
  return null;
};

/** The right to correct what was just asked for, after so many corrections; none where that was the last one. */
export const rightToCorrect = (
  { bookingTokens }: Pick<Dependencies, 'bookingTokens'>,
  bookingId: string,
  corrected: number,
): { correction?: string } =>
  corrected < corrections ? { correction: bookingTokens.issue(purposeOf(corrected + 1), bookingId) } : {};

/** A request that is given up, and which correction of it in a row this is. */
export type Corrected = { readonly booking: PlacedBooking; readonly nth: number };

/**
 * What the same person asked for before, where the email was not right; null where nothing is corrected. The right to it
 * stands in the answer to that request alone, holds for the same service at the same time, and ends with the hold.
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

/** Makes the steps that give up the corrected request: its link ends, and its time is free for the new one. */
export const giveUpSteps = (domain: Domain, corrected: PlacedBooking): BeforeStep[] =>
  [
    step(domain.bookings, corrected.bookingId, { type: 'give-up' }),
    ...releaseSteps(domain, { ...corrected, ...buffersOf(corrected.service) }, 'lapsed'),
  ].map((one) => ({ ...one, undo: stays }));

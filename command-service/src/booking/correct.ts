import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import type { CallContext } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { PlacedBooking } from './decider.ts';
import { releaseLeft } from './reserve.ts';

/**
 * What the same person asked for before, where the email was not right; null where nothing is corrected. The right to it
 * stands in the answer to that request alone, holds for the same service at the same time, and ends with the hold.
 */
export const correctedBy = async (
  { domain, bookingTokens }: Dependencies,
  { correction, serviceHubId }: CallContext<'requestBooking'>['body'],
  start: string,
): Promise<PlacedBooking | null> => {
  if (correction === undefined) return null;
  const bookingId = bookingTokens.read('correct', correction);
  const { state } = bookingId === null ? { state: null } : await domain.bookings.load(bookingId);
  const isSame =
    state !== null &&
    state.status !== 'none' &&
    state.service.hubServiceId === serviceHubId &&
    state.start === start;
  if (!isSame) throw new Rejection('malformed-request', 'This corrects no request for that time.');
  if (state.status !== 'pending' && !isGone(state.status)) throw new Rejection('booking-not-active');
  return state;
};

/** Gives up what was asked for before: its link goes nowhere from then on, and its time is free for what corrects it. */
export const giveUp = async (
  { domain, liveHolds }: Dependencies,
  corrected: PlacedBooking,
  { cause, execute }: UnitOfWork,
): Promise<void> => {
  const givenUp = await execute(domain.bookings, corrected.bookingId, { type: 'give-up' });
  await liveHolds.end(corrected.bookingId);
  await releaseLeft(domain, givenUp.state, cause);
};

import { Rejection } from '@visita/contracts/problem';
import type { CallContext } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { releaseLeft } from './reserve.ts';

/**
 * Gives up what the same person asked for before, where the email was not right: its link goes nowhere then. The right to
 * it stands in the answer to that request alone, holds for the same service at the same time, and ends with the hold.
 */
export const giveUpCorrected = async (
  { domain, bookingTokens, liveHolds }: Dependencies,
  { correction, serviceHubId }: CallContext<'requestBooking'>['body'],
  { start, work: { cause, execute } }: { start: string; work: UnitOfWork },
): Promise<void> => {
  if (correction === undefined) return;
  const bookingId = bookingTokens.read('correct', correction);
  const { state } = bookingId === null ? { state: null } : await domain.bookings.load(bookingId);
  const isSame =
    state !== null &&
    state.status !== 'none' &&
    state.service.hubServiceId === serviceHubId &&
    state.start === start;
  if (!isSame) throw new Rejection('malformed-request', 'This corrects no request for that time.');
  const givenUp = await execute(domain.bookings, state.bookingId, { type: 'give-up' });
  await liveHolds.end(state.bookingId);
  await releaseLeft(domain, givenUp.state, cause);
};

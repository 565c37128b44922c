import { Rejection } from '@visita/contracts/problem';
import type { OfferedTime, WaitingEvent } from '@visita/contracts/waiting/events';
import { type Step, step } from '@visita/platform/runtime/commit';
import type { Placing } from '../agenda/decider.ts';
import type { Bookable } from '../booking/bookable.ts';
import { buffersOf, releaseSteps, reserveSteps } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { NewOffer, Offer, WaitingEntry } from './decider.ts';

/** Reads an entry. Throws `not-found`. */
export const loadEntry = async ({ waits }: Pick<Domain, 'waits'>, entryId: string): Promise<WaitingEntry> => {
  const { state } = await waits.load(entryId);
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

/** Returns the free time of a bookable service as an offer names it. */
export const offeredTimeOf = (
  { hub, service }: Pick<Bookable, 'hub' | 'service'>,
  interval: { start: string; end: string },
) => ({
  hubServiceId: service.hubServiceId,
  hubId: hub.hubId,
  proId: hub.proId,
  ...interval,
  ...buffersOf(service),
});

/** Makes the steps that release the time that an offer held. */
export const releaseOffer = (
  domain: Domain,
  { times: [time], reservationId }: Pick<Offer, 'times' | 'reservationId'>,
): Step[] =>
  time === undefined || reservationId === null
    ? []
    : releaseSteps(domain, { ...time, reservationId }, 'abandoned');

const reservationFor = (entryId: string, time: OfferedTime, { reservationId, deadline }: NewOffer) => {
  const { start, end, bufferBefore, bufferAfter } = time;
  const buffers = { ...(bufferBefore && { bufferBefore }), ...(bufferAfter && { bufferAfter }) };
  if (reservationId === null) return null;
  return { reservationId, bookingId: entryId, holder: 'offer' as const, start, end, ...buffers, deadline };
};

type Offering = { readonly entryId: string; readonly offer: NewOffer; readonly placing: Placing };

/**
 * Holds the time of an offer in the agenda and makes the offer. Throws `slot-taken`, or `conflict` if
 * the person cannot be asked now. After a crash in between, the hold ends at the deadline.
 */
export const makeOffer = async (
  domain: Domain,
  { entryId, offer, placing }: Offering,
  { now, cause, commit }: Pick<UnitOfWork, 'now' | 'cause' | 'commit'>,
): Promise<void> => {
  const [time] = offer.times;
  if (!time) return;
  const reservation = reservationFor(entryId, time, offer);
  const wanted = reservation && { proId: time.proId, reservation, placing, now, cause };
  await commit({
    before: wanted ? reserveSteps(domain, wanted) : [],
    decide: step(domain.waits, entryId, { type: 'offer', offer, now }),
  });
};

/** Returns the offer that an event is about. */
export const offerIn = ({ offers }: WaitingEntry, offerId: string): Offer | undefined =>
  offers.find((one) => one.offerId === offerId);

export type OfferEnded = Extract<WaitingEvent, { type: 'OfferDeclined' | 'OfferLapsed' | 'OfferWithdrawn' }>;

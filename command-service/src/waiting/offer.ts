import { Rejection } from '@visita/contracts/problem';
import type { OfferedTime, WaitingEvent } from '@visita/contracts/waiting/events';
import { type Step, step } from '@visita/platform/runtime/commit';
import type { Placing } from '../agenda/decider.ts';
import type { Bookable } from '../booking/bookable.ts';
import {
  buffersOf,
  inSeconds,
  placingSeconds,
  releaseSteps,
  reservationIdOf,
  reserveSteps,
} from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { type NewOffer, type Offer, timeIn, type WaitingEntry } from './decider.ts';

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
  {
    times,
    time = null,
    reservationId,
  }: Pick<Offer, 'times' | 'reservationId'> & Partial<Pick<Offer, 'time'>>,
): Step[] => {
  const held = time ?? times[0];
  if (held === undefined || reservationId === null) return [];
  return releaseSteps(domain, { ...held, reservationId }, 'abandoned');
};

type Holding = {
  readonly entryId: string;
  readonly time: OfferedTime;
  readonly reservationId: string;
  readonly deadline: string;
  readonly placing: Placing;
};

/** Makes the steps that hold a time for a person until a deadline. */
const holdSteps = (
  domain: Domain,
  { entryId, time, reservationId, deadline, placing }: Holding,
  { now, cause }: Pick<UnitOfWork, 'now' | 'cause'>,
) => {
  const { start, end, proId } = time;
  const interval = { start, end, ...buffersOf(time) };
  const reservation = { reservationId, bookingId: entryId, holder: 'offer' as const, ...interval, deadline };
  return reserveSteps(domain, { proId, reservation, placing, now, cause });
};

type Offering = { readonly entryId: string; readonly offer: NewOffer; readonly placing: Placing };

/**
 * Holds the time of an offer in the agenda and makes the offer. Throws `slot-taken`, or `conflict` if
 * the person cannot be asked now. After a crash in between, the hold ends at the deadline.
 */
export const makeOffer = async (
  domain: Domain,
  { entryId, offer, placing }: Offering,
  work: Pick<UnitOfWork, 'now' | 'cause' | 'commit'>,
): Promise<void> => {
  const [time] = offer.times;
  const { reservationId, deadline } = offer;
  if (!time) return;
  await work.commit({
    before:
      reservationId === null
        ? []
        : holdSteps(domain, { entryId, time, reservationId, deadline, placing }, work),
    decide: step(domain.waits, entryId, { type: 'offer', offer, now: work.now }),
  });
};

type Taking = { readonly entry: WaitingEntry; readonly offerId: string; readonly start: string | null };

/**
 * Takes an offered time. A time that several people were offered is held first, so that one of them gets it: throws
 * `slot-taken` to the others, whose offers stay open for the other times.
 */
export const takeOffer = async (
  domain: Domain,
  { entry, offerId, start }: Taking,
  work: UnitOfWork,
): Promise<void> => {
  const { entryId } = entry;
  const { now } = work;
  const offer = offerIn(entry, offerId);
  const time = offer && timeIn(offer, start);
  const take = { type: 'take', offerId, start, now } as const;
  if (!time || offer.reservationId !== null || offer.status !== 'open') {
    await work.execute(domain.waits, entryId, take);
    return;
  }
  const reservationId = reservationIdOf([offerId], time);
  const deadline = inSeconds(work.at, placingSeconds);
  await work.commit({
    before: holdSteps(domain, { entryId, time, reservationId, deadline, placing: 'online' }, work),
    decide: step(domain.waits, entryId, { ...take, reservationId }),
  });
};

/** Returns the offer that an event is about. */
export const offerIn = ({ offers }: WaitingEntry, offerId: string): Offer | undefined =>
  offers.find((one) => one.offerId === offerId);

export type OfferEnded = Extract<WaitingEvent, { type: 'OfferDeclined' | 'OfferLapsed' | 'OfferWithdrawn' }>;

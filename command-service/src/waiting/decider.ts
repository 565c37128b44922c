import { byType } from '@visita/contracts/cases';
import { Rejection } from '@visita/contracts/problem';
import type { EndReason, OfferedTime, WaitingDetails, WaitingEvent } from '@visita/contracts/waiting/events';
import type { Decider } from '@visita/platform/runtime/decider';

type OfferData = Extract<WaitingEvent, { type: 'OfferMade' }>['data'];

/** An offer with its present state. */
export type Offer = Pick<
  OfferData,
  'offerId' | 'times' | 'reservationId' | 'deadline' | 'because' | 'asked' | 'links'
> & {
  readonly status: 'open' | 'taken' | 'declined' | 'lapsed' | 'withdrawn';
  /** Reason of a withdrawal. */
  readonly withdrawn?: Extract<WaitingEvent, { type: 'OfferWithdrawn' }>['data']['reason'];
  /** The time that was taken. */
  readonly time: OfferedTime | null;
};

/** An entry on a waiting list, in any status. */
export type WaitingEntry = Readonly<WaitingDetails> & {
  readonly status: 'unconfirmed' | 'waiting' | 'ended';
  readonly ended: EndReason | null;
  readonly urgent: boolean;
  readonly pausedUntil: string | null;
  /** Instant of the last call by staff. */
  readonly calledAt: string | null;
  /** Offers declined one after the other. */
  readonly declines: number;
  /** The latest offers, oldest first. */
  readonly offers: readonly Offer[];
};

export type WaitingState = { readonly status: 'none' } | WaitingEntry;

/** An offer to be made. */
export type NewOffer = Omit<OfferData, 'entryId' | 'clinicId' | 'proId' | 'patientId'>;

export type WaitingCommand =
  | { type: 'join'; entry: WaitingDetails }
  | { type: 'confirm'; now: string }
  | { type: 'set-urgent'; urgent: boolean }
  | { type: 'resume' }
  | { type: 'call'; now: string }
  | { type: 'offer'; offer: NewOffer; now: string }
  | { type: 'take'; offerId: string; start: string | null; now: string; reservationId?: string }
  | { type: 'decline'; offerId: string; now: string }
  | { type: 'withdraw'; offerId: string; reason: 'staff' | 'gone' }
  | { type: 'settle'; now: string }
  | { type: 'end'; reason: EndReason }
  | { type: 'abandon-reservation'; reservationId: string; now: string };

/** Number of declined offers after which an entry pauses, and days of the pause. */
const declinesUntilPause = 2;
const pauseDays = 14;
/** Offers kept in the state: the latest ones. */
const offersKept = 50;

const withOffer = (entry: WaitingEntry, offerId: string, change: Partial<Offer>): WaitingEntry => ({
  ...entry,
  offers: entry.offers.map((one) => (one.offerId === offerId ? { ...one, ...change } : one)),
});

const evolveEntry = byType<Exclude<WaitingEvent, { type: 'WaitingJoined' }>, [WaitingEntry], WaitingEntry>({
  WaitingConfirmed: (_, entry) => ({ ...entry, status: 'waiting' }),
  WaitingUrgencySet: ({ data }, entry) => ({ ...entry, urgent: data.urgent }),
  WaitingCalled: ({ data }, entry) => ({ ...entry, calledAt: data.at }),
  WaitingPaused: ({ data }, entry) => ({ ...entry, pausedUntil: data.until }),
  WaitingResumed: (_, entry) => ({ ...entry, pausedUntil: null, declines: 0 }),
  WaitingEnded: ({ data }, entry) => ({ ...entry, status: 'ended', ended: data.reason }),
  OfferMade: ({ data }, entry) => {
    const { entryId: _e, clinicId: _c, proId: _p, patientId: _i, ...offer } = data;
    const made: Offer = { ...offer, status: 'open', time: null };
    return { ...entry, offers: [...entry.offers, made].slice(-offersKept) };
  },
  OfferTaken: ({ data }, entry) =>
    withOffer({ ...entry, declines: 0 }, data.offerId, {
      status: 'taken',
      time: data.time,
      ...(data.reservationId === undefined ? {} : { reservationId: data.reservationId }),
    }),
  OfferDeclined: ({ data }, entry) =>
    withOffer({ ...entry, declines: entry.declines + 1 }, data.offerId, { status: 'declined' }),
  OfferLapsed: ({ data }, entry) => withOffer(entry, data.offerId, { status: 'lapsed' }),
  OfferWithdrawn: ({ data }, entry) =>
    withOffer(entry, data.offerId, { status: 'withdrawn', withdrawn: data.reason }),
});

const evolve = (state: WaitingState, event: WaitingEvent): WaitingState => {
  if (event.type === 'WaitingJoined')
    return {
      ...event.data,
      status: event.data.confirmBy === null ? 'waiting' : 'unconfirmed',
      ended: null,
      urgent: false,
      pausedUntil: null,
      calledAt: null,
      declines: 0,
      offers: [],
    };
  return state.status === 'none' ? state : evolveEntry(event, state);
};

const idsOf = ({ entryId, clinicId, proId, patientId }: WaitingDetails) => ({
  entryId,
  clinicId,
  proId,
  patientId,
});

const isOpen = ({ status }: Offer): boolean => status === 'open';

/** Returns the offer that waits for an answer; undefined if there is none. */
export const openOffer = ({ offers }: Pick<WaitingEntry, 'offers'>): Offer | undefined => offers.find(isOpen);

const offerOf = ({ offers }: WaitingEntry, offerId: string): Offer => {
  const found = offers.find((one) => one.offerId === offerId);
  if (!found) throw new Rejection('not-found');
  return found;
};

/** Returns the time of an offer with a start; the first one if the start is null. */
export const timeIn = ({ times }: Pick<Offer, 'times'>, start: string | null): OfferedTime | undefined =>
  start === null ? times[0] : times.find((one) => one.start === start);

const isOver = ({ deadline }: Offer, now: string): boolean => deadline <= now;

const withdrawn = (entry: WaitingEntry, { offerId }: Offer, reason: 'staff' | 'gone' | 'ended') =>
  ({ type: 'OfferWithdrawn', data: { ...idsOf(entry), offerId, reason } }) as const;

const end = (entry: WaitingEntry, reason: EndReason): WaitingEvent[] => [
  ...entry.offers.filter(isOpen).map((one) => withdrawn(entry, one, 'ended')),
  { type: 'WaitingEnded', data: { ...idsOf(entry), reason } },
];

/** Ends an offer that is past its deadline and an entry that is past its end. */
const settle = (entry: WaitingEntry, now: string): WaitingEvent[] => {
  if (entry.status === 'ended') return [];
  if (entry.status === 'unconfirmed' && entry.confirmBy !== null && entry.confirmBy <= now)
    return end(entry, 'unconfirmed');
  const taken = entry.offers.some(({ status }) => status === 'taken');
  const lapsed = entry.offers.filter((one) => isOpen(one) && isOver(one, now));
  const over = lapsed.map(({ offerId }): WaitingEvent => ({
    type: 'OfferLapsed',
    data: { ...idsOf(entry), offerId },
  }));
  if (entry.ends > now || taken) return over;
  const left = { ...entry, offers: entry.offers.filter((one) => !lapsed.includes(one)) };
  return [...over, ...end(left, 'window')];
};

const makeOffer = (
  { offer, now }: Extract<WaitingCommand, { type: 'offer' }>,
  entry: WaitingEntry,
): readonly WaitingEvent[] => {
  if (entry.offers.some(({ offerId }) => offerId === offer.offerId)) return [];
  // An unanswered offer is ended by the process, which also releases its time.
  const busy = entry.offers.some(({ status }) => status === 'open' || status === 'taken');
  if (entry.status !== 'waiting' || busy || entry.ends <= now) throw new Rejection('conflict');
  return [{ type: 'OfferMade', data: { ...idsOf(entry), ...offer } }];
};

const take = (
  { offerId, start, now, reservationId }: Extract<WaitingCommand, { type: 'take' }>,
  entry: WaitingEntry,
): readonly WaitingEvent[] => {
  const offer = offerOf(entry, offerId);
  const time = timeIn(offer, start);
  if (!time) throw new Rejection('not-found');
  if (offer.status === 'taken') return [];
  if (entry.status !== 'waiting' || offer.status !== 'open' || isOver(offer, now))
    throw new Rejection('offer-over');
  const held = reservationId === undefined ? {} : { reservationId };
  const { bookingId } = entry;
  return [{ type: 'OfferTaken', data: { ...idsOf(entry), offerId, time, bookingId, ...held } }];
};

const decline = (
  { offerId, now }: Extract<WaitingCommand, { type: 'decline' }>,
  entry: WaitingEntry,
): readonly WaitingEvent[] => {
  const offer = offerOf(entry, offerId);
  if (offer.status === 'taken') throw new Rejection('offer-over');
  if (offer.status !== 'open') return [];
  const declined: WaitingEvent = { type: 'OfferDeclined', data: { ...idsOf(entry), offerId } };
  if (entry.declines + 1 < declinesUntilPause) return [declined];
  const until = new Date(Date.parse(now) + pauseDays * 86_400_000).toISOString();
  return [declined, { type: 'WaitingPaused', data: { ...idsOf(entry), until } }];
};

/**
 * Decides whether an expired hold of an offer is still needed; throws `slot-taken` if it is. The hold
 * of a taken offer is needed until the booking has taken it over.
 */
const abandonReservation = (
  { reservationId, now }: Extract<WaitingCommand, { type: 'abandon-reservation' }>,
  entry: WaitingEntry,
): readonly WaitingEvent[] => {
  const offer = entry.offers.find((one) => one.reservationId === reservationId);
  if (entry.status === 'ended' || !offer) return [];
  if (offer.status === 'taken') throw new Rejection('slot-taken');
  if (offer.status !== 'open') return [];
  if (!isOver(offer, now)) throw new Rejection('slot-taken');
  return [{ type: 'OfferLapsed', data: { ...idsOf(entry), offerId: offer.offerId } }];
};

type EntryCommand = Exclude<WaitingCommand, { type: 'join' }>;

const decideEntry = byType<EntryCommand, [WaitingEntry], readonly WaitingEvent[]>({
  confirm: ({ now }, entry) => {
    if (entry.status === 'ended' || (entry.status === 'unconfirmed' && (entry.confirmBy ?? '') <= now))
      throw new Rejection('token-expired');
    if (entry.status === 'unconfirmed') return [{ type: 'WaitingConfirmed', data: idsOf(entry) }];
    return entry.pausedUntil === null ? [] : [{ type: 'WaitingResumed', data: idsOf(entry) }];
  },
  'set-urgent': ({ urgent }, entry) =>
    entry.status === 'ended' || entry.urgent === urgent
      ? []
      : [{ type: 'WaitingUrgencySet', data: { ...idsOf(entry), urgent } }],
  resume: (_, entry) =>
    entry.status === 'ended' || entry.pausedUntil === null
      ? []
      : [{ type: 'WaitingResumed', data: idsOf(entry) }],
  call: ({ now }, entry) =>
    entry.status === 'waiting' && entry.calledAt !== now
      ? [{ type: 'WaitingCalled', data: { ...idsOf(entry), at: now } }]
      : [],
  offer: makeOffer,
  take,
  decline,
  withdraw: ({ offerId, reason }, entry) => {
    const offer = offerOf(entry, offerId);
    const stands = offer.status === 'open' || (reason === 'gone' && offer.status === 'taken');
    if (offer.status === 'taken' && reason === 'staff') throw new Rejection('offer-over');
    return stands && entry.status !== 'ended' ? [withdrawn(entry, offer, reason)] : [];
  },
  settle: ({ now }, entry) => settle(entry, now),
  end: ({ reason }, entry) => (entry.status === 'ended' ? [] : end(entry, reason)),
  'abandon-reservation': abandonReservation,
});

/** Decides `wait-<id>`: one entry on a waiting list, and which offer of a time it takes. */
export const waitingDecider: Decider<WaitingState, WaitingEvent, WaitingCommand> = {
  stream: (id) => `wait-${id}`,
  initialState: { status: 'none' },
  evolve,
  decide: (command, state) => {
    if (command.type === 'join')
      return state.status === 'none' ? [{ type: 'WaitingJoined', data: command.entry }] : [];
    if (state.status !== 'none') return decideEntry(command, state);
    // No entry was made, so nothing uses the reservation.
    if (command.type === 'abandon-reservation') return [];
    throw new Rejection('not-found');
  },
};

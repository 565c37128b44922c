import { occupied, overlap } from '@visita/contracts/agenda/occupied';
import type { BlockDetails } from '@visita/contracts/block/events';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { isEvent } from '@visita/contracts/events';
import { evolveStored } from '@visita/platform/runtime/states';
import { blocksDecider, type BlocksState } from '../src/block/decider.ts';
import { bookingDecider, type BookingState } from '../src/booking/decider.ts';
import { buffersOf } from '../src/booking/reserve.ts';

export type PlacedBooking = Exclude<BookingState, { status: 'none' }>;

export const bookingsOf = (events: readonly RecordedEvent[]): Map<string, PlacedBooking> => {
  const streams = new Map<string, BookingState>();
  for (const event of events) {
    if (!event.stream.startsWith('booking-')) continue;
    const state = streams.get(event.stream) ?? bookingDecider.initialState;
    streams.set(event.stream, evolveStored(bookingDecider, state, event));
  }
  const placed = [...streams.values()].filter((state) => state.status !== 'none');
  return new Map(placed.map((state) => [state.bookingId, state]));
};

/**
 * Returns whether a booking occupies its professional's time: it is confirmed, or a hold that has
 * not expired.
 */
export const isLive = (booking: PlacedBooking, now: string): boolean =>
  booking.status === 'confirmed' ||
  (booking.status === 'pending' && booking.confirmBy !== null && booking.confirmBy > now);

type Meets = (one: PlacedBooking, other: PlacedBooking) => boolean;

/** Returns the pairs of live bookings of one professional that meet by a predicate. */
const pairsOf = (bookings: Iterable<PlacedBooking>, now: string, meet: Meets): [string, string][] => {
  const live = [...bookings].filter((booking) => isLive(booking, now));
  return live.flatMap((one, index) =>
    live
      .slice(index + 1)
      .filter((other) => one.proId === other.proId && meet(one, other))
      .map((other): [string, string] => [one.bookingId, other.bookingId]),
  );
};

/** Returns the pairs of overlapping live bookings of one professional: there must be none. */
export const doubleBookings = (bookings: Iterable<PlacedBooking>, now: string): [string, string][] =>
  pairsOf(bookings, now, overlap);

/** Reservations that staff forced into another visit's buffer. */
export const placedAnyway = (events: readonly RecordedEvent[]): Set<string> =>
  new Set(
    events.flatMap((event) =>
      isEvent(event, 'IntervalReserved') && event.data.anyway ? [event.data.reservationId] : [],
    ),
  );

const spanOf = ({ start, end, service }: PlacedBooking) => occupied({ start, end, ...buffersOf(service) });

/** Returns the pairs with one booking in the other's buffer, unless staff forced it. */
export const tightBookings = (
  bookings: Iterable<PlacedBooking>,
  now: string,
  anyway: ReadonlySet<string>,
): [string, string][] =>
  pairsOf(
    bookings,
    now,
    (one, other) =>
      overlap(spanOf(one), spanOf(other)) &&
      ![one, other].some(({ reservationId }) => anyway.has(reservationId)),
  );

export const blocksOf = (events: readonly RecordedEvent[]): readonly BlockDetails[] => {
  const streams = new Map<string, BlocksState>();
  for (const event of events) {
    if (!event.stream.startsWith('blocks-')) continue;
    const state = streams.get(event.stream) ?? blocksDecider.initialState;
    streams.set(event.stream, evolveStored(blocksDecider, state, event));
  }
  return [...streams.values()].flatMap(({ blocks }) => blocks);
};

/** Returns the live bookings that overlap a blocked time of their professional: there must be none. */
export const overBlocks = (
  bookings: Iterable<PlacedBooking>,
  blocks: readonly BlockDetails[],
  now: string,
): string[] =>
  [...bookings]
    .filter(
      (booking) =>
        isLive(booking, now) &&
        blocks.some((block) => block.proId === booking.proId && overlap(block, booking)),
    )
    .map(({ bookingId }) => bookingId);

import type { RecordedEvent } from '@visita/contracts/envelope';
import { evolveStored } from '@visita/platform/runtime/decider';
import { bookingDecider, type BookingState } from '../src/booking/decider.ts';

export type PlacedBooking = Exclude<BookingState, { status: 'none' }>;

/** All bookings by id, folded from the events of their streams. */
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

/** Whether a booking takes its professional's time: confirmed, or held and not lapsed. */
export const isLive = (booking: PlacedBooking, now: string): boolean =>
  booking.status === 'confirmed' ||
  (booking.status === 'pending' && booking.confirmBy !== null && booking.confirmBy > now);

/** Pairs of live bookings of one professional that overlap: there must never be one. */
export const doubleBookings = (bookings: Iterable<PlacedBooking>, now: string): [string, string][] => {
  const live = [...bookings].filter((booking) => isLive(booking, now));
  return live.flatMap((one, index) =>
    live
      .slice(index + 1)
      .filter((other) => one.proId === other.proId && one.start < other.end && other.start < one.end)
      .map((other): [string, string] => [one.bookingId, other.bookingId]),
  );
};

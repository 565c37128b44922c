import type { BookingStatus } from '../booking/status.ts';
import type { BusyInterval } from './question.ts';
import type { Interval } from './windows.ts';
import { msOf, type Moment } from './zones.ts';

/** What takes up a stretch of time, in epoch ms, and what it is. */
export type Blocker = BusyInterval & {
  readonly kind: 'booking' | 'block' | 'closing' | 'vacation';
  readonly id: string;
};

/** A booking as the rule sees it. */
export type BookingFact = {
  readonly id: string;
  readonly proId: string;
  readonly start: Moment;
  readonly end: Moment;
  /** Minutes that it occupies before its start and after its end. */
  readonly bufferBefore?: number;
  readonly bufferAfter?: number;
  readonly status: BookingStatus;
  /** When a hold lapses; without one it does not. */
  readonly holdUntil?: Moment | null;
};

/** A closing of the clinic, a vacation or a blocked time, its end already an instant. */
export type PeriodFact = { readonly id: string; readonly start: Moment; readonly end: Moment };

/** What may block one hub: bookings of any clinic, the clinic's closings, vacations of any hub. */
export type BlockerFacts = {
  readonly now: Moment;
  readonly proId: string;
  readonly hubId: string;
  readonly bookings: readonly BookingFact[];
  /** The professional's blocked times. */
  readonly blocks?: readonly PeriodFact[];
  readonly closings: readonly PeriodFact[];
  /** A vacation without hub is one of this hub. */
  readonly vacations: readonly (PeriodFact & { readonly hubId?: string | null })[];
  /** The booking being moved, which does not stand in its own way. */
  readonly excludeBookingId?: string | null;
};

/** A hold lapses at its deadline: from that instant on its slot is free. */
const isHeld = ({ status, holdUntil }: BookingFact, now: number): boolean =>
  status === 'confirmed' ||
  (status === 'pending' && (holdUntil === undefined || holdUntil === null || msOf(holdUntil) > now));

const blockerOf = (kind: Blocker['kind'], { id, start, end }: PeriodFact): Blocker => ({
  kind,
  id,
  start: msOf(start),
  end: msOf(end),
  ...((kind === 'closing' || kind === 'vacation') && { admitsBuffers: true }),
});

const minuteMs = 60_000;

/** A booking with the time that is kept around it. */
const occupiedBy = (booking: BookingFact): Blocker => {
  const { start, end, ...blocker } = blockerOf('booking', booking);
  const { bufferBefore = 0, bufferAfter = 0 } = booking;
  return { ...blocker, start: start - bufferBefore * minuteMs, end: end + bufferAfter * minuteMs };
};

/**
 * Decision 6. Blocking: the same professional's bookings in any clinic, confirmed or held and not lapsed,
 * each with its buffers; the professional's blocked times; closings of the clinic; vacations of that hub. Not blocking: orphans, cancelled and lapsed ones, the booking being moved,
 * other professionals, vacations of other hubs.
 */
export const blockersOf = (facts: BlockerFacts): Blocker[] => {
  const now = msOf(facts.now);
  const bookings = facts.bookings.filter(
    (booking) =>
      booking.proId === facts.proId && booking.id !== facts.excludeBookingId && isHeld(booking, now),
  );
  const vacations = facts.vacations.filter(({ hubId }) => (hubId ?? facts.hubId) === facts.hubId);
  return [
    ...bookings.map(occupiedBy),
    ...(facts.blocks ?? []).map((block) => blockerOf('block', block)),
    ...facts.closings.map((closing) => blockerOf('closing', closing)),
    ...vacations.map((vacation) => blockerOf('vacation', vacation)),
  ];
};

/** The busy intervals that `[start, end)` overlaps; touching is no conflict. For a pro's own booking. */
export const conflictsOf = <B extends Interval>(interval: Interval, busy: readonly B[]): B[] =>
  busy.filter((one) => one.start < interval.end && one.end > interval.start && one.end > one.start);

import type { BookingStatus } from '../booking/status.ts';
import type { BusyInterval } from './question.ts';
import type { Interval } from './windows.ts';
import { msOf, type Moment } from './zones.ts';

/** A busy interval in epoch ms, with its kind. */
export type Blocker = BusyInterval & {
  readonly kind: 'booking' | 'block' | 'closing' | 'vacation';
  readonly id: string;
};

/** A booking as an input of the slot rule. */
export type BookingFact = {
  readonly id: string;
  readonly proId: string;
  readonly start: Moment;
  readonly end: Moment;
  /** Buffers in minutes. */
  readonly bufferBefore?: number;
  readonly bufferAfter?: number;
  readonly status: BookingStatus;
  /** Instant at which a hold expires; absent for other bookings. */
  readonly holdUntil?: Moment | null;
};

/** A closing, vacation or blocked time, with both ends as instants. */
export type PeriodFact = { readonly id: string; readonly start: Moment; readonly end: Moment };

/** Inputs for one hub: the professional's bookings at any clinic, the clinic's closings, and vacations. */
export type BlockerFacts = {
  readonly now: Moment;
  readonly proId: string;
  readonly hubId: string;
  readonly bookings: readonly BookingFact[];
  readonly blocks?: readonly PeriodFact[];
  readonly closings: readonly PeriodFact[];
  /** A vacation without hub belongs to this hub. */
  readonly vacations: readonly (PeriodFact & { readonly hubId?: string | null })[];
  /** The booking that is being moved, which does not block. */
  readonly excludeBookingId?: string | null;
};

/** The slot is free from the deadline on, inclusive of the deadline. */
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

/** Returns the time that a booking occupies with its buffers. */
export const occupiedBy = (booking: BookingFact): Blocker => {
  const { start, end, ...blocker } = blockerOf('booking', booking);
  const { bufferBefore = 0, bufferAfter = 0 } = booking;
  return { ...blocker, start: start - bufferBefore * minuteMs, end: end + bufferAfter * minuteMs };
};

/**
 * Returns the blockers of a hub (decision 6). These block: the same professional's bookings at any
 * clinic, if confirmed or held and not expired, each with its buffers; the professional's blocked
 * times; the clinic's closings; vacations of the hub. These do not block: orphaned, cancelled and
 * expired bookings, the booking that is being moved, other professionals, vacations of other hubs.
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

/** Busy intervals that `[start, end)` overlaps; touching is no conflict. Used for bookings by a pro. */
export const conflictsOf = <B extends Interval>(interval: Interval, busy: readonly B[]): B[] =>
  busy.filter((one) => one.start < interval.end && one.end > interval.start && one.end > one.start);

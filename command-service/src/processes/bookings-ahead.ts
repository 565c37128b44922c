import type { Knex } from 'knex';
import { createBatcher } from '@visita/platform/core/batcher';

/** One booking that is not over yet, as its own stream had it at `revision`. */
export type BookingAhead = {
  readonly bookingId: string;
  readonly hubId: string;
  readonly clinicId: string;
  readonly start: string;
  /** Until when it is only held; null once it is confirmed. */
  readonly holdUntil: string | null;
  readonly revision: number;
};

/**
 * An index of the bookings to come, for processes that must find them by place or by the end of their hold. It only
 * says where to look: what is true of a booking is asked of its own stream. Filled from events, so it can be wiped.
 */
export type BookingsAhead = {
  /** Keeps what the newest revision says. */
  put(booking: BookingAhead): Promise<void>;
  remove(bookingId: string): Promise<void>;
  /** Those of a hub, or of all hubs of a clinic. */
  at(place: { hubId: string } | { clinicId: string }): Promise<string[]>;
  /** Holds that ended by an instant, the oldest first; at most `limit`. */
  holdsEndedBy(now: string, limit: number): Promise<string[]>;
  /** Says that nothing is to be done about a hold any more. */
  holdSettled(bookingId: string): Promise<void>;
  /** Forgets what began before an instant. */
  forgetBefore(instant: string): Promise<void>;
};

const table = 'command.bookings_ahead';

const putMaximum = 1_000;

/** Writes the bookings of one moment in one statement. */
const createPuts = (knex: Knex) =>
  createBatcher<BookingAhead, void>({
    maximum: putMaximum,
    key: ({ bookingId }) => bookingId,
    flush: async (bookings) => {
      const rows = bookings.map(({ bookingId, hubId, clinicId, start, holdUntil, revision }) => ({
        booking_id: bookingId,
        hub_id: hubId,
        clinic_id: clinicId,
        starts_at: start,
        hold_until: holdUntil,
        revision,
      }));
      await knex(table)
        .insert(rows)
        .onConflict('booking_id')
        .merge()
        .whereRaw('bookings_ahead.revision < excluded.revision');
      return bookings.map(() => undefined);
    },
  });

/** The index in a table of the write side. */
export const createBookingsAhead = (knex: Knex): BookingsAhead => {
  const puts = createPuts(knex);
  return {
    put: (booking) => puts.add(booking),
    remove: async (bookingId) => {
      await knex(table).where({ booking_id: bookingId }).delete();
    },
    at: async (place) => {
      const where = 'hubId' in place ? { hub_id: place.hubId } : { clinic_id: place.clinicId };
      return knex(table).where(where).orderBy('starts_at').pluck<string[]>('booking_id');
    },
    holdsEndedBy: async (now, limit) =>
      knex(table)
        .where('hold_until', '<=', now)
        .orderBy('hold_until')
        .limit(limit)
        .pluck<string[]>('booking_id'),
    holdSettled: async (bookingId) => {
      await knex(table).where({ booking_id: bookingId }).update({ hold_until: null });
    },
    forgetBefore: async (instant) => {
      await knex(table).where('starts_at', '<', instant).delete();
    },
  };
};

import { createBatcher } from '@visita/platform/async/batcher';
import type { Database } from '@visita/platform/postgres/connect';
import { withAsyncCommit } from '@visita/platform/postgres/async-commit';

/** An upcoming booking, as of `revision` of its stream. */
export type BookingAhead = {
  readonly bookingId: string;
  readonly hubId: string;
  readonly clinicId: string;
  readonly start: string;
  /** Deadline of a hold; null once it is confirmed. */
  readonly holdUntil: string | null;
  readonly revision: number;
};

/**
 * Index of upcoming bookings by place and by the end of their hold. The bookings' streams decide.
 * The index is built from events and can be rebuilt.
 */
export type BookingsAhead = {
  /** Keeps the newest revision. */
  put(booking: BookingAhead): Promise<void>;
  remove(bookingId: string): Promise<void>;
  at(place: { hubId: string } | { clinicId: string }): Promise<string[]>;
  /** Holds that ended by an instant, oldest first; at most `limit`. */
  holdsEndedBy(now: string, limit: number): Promise<string[]>;
  /** Marks a hold as handled. */
  holdSettled(bookingId: string): Promise<void>;
  forgetBefore(instant: string): Promise<void>;
};

const table = 'command.bookings_ahead';

const putMaximum = 1_000;

const putStatement = withAsyncCommit(
  'put-bookings-ahead',
  `insert into ${table} as known (booking_id, hub_id, clinic_id, starts_at, hold_until, revision)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::int[])
    on conflict (booking_id) do update set hub_id = excluded.hub_id, clinic_id = excluded.clinic_id,
      starts_at = excluded.starts_at, hold_until = excluded.hold_until, revision = excluded.revision
    where known.revision < excluded.revision`,
);

/** Batches concurrent writes into one statement. */
const createPuts = (pool: Database['pool']) =>
  createBatcher<BookingAhead, void>({
    maximum: putMaximum,
    key: ({ bookingId }) => bookingId,
    flush: async (bookings) => {
      const values = [
        bookings.map(({ bookingId }) => bookingId),
        bookings.map(({ hubId }) => hubId),
        bookings.map(({ clinicId }) => clinicId),
        bookings.map(({ start }) => start),
        bookings.map(({ holdUntil }) => holdUntil),
        bookings.map(({ revision }) => revision),
      ];
      await pool.query({ ...putStatement, values });
      return bookings.map(() => undefined);
    },
  });

/** Creates the index in a table of the command schema. */
export const createBookingsAhead = ({ pool, knex }: Pick<Database, 'pool' | 'knex'>): BookingsAhead => {
  const puts = createPuts(pool);
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

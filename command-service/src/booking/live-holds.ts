import type { Knex } from 'knex';
import { createBatcher } from '@visita/platform/async/batcher';

/** An unconfirmed booking, counted against the limits of strangers. */
export type LiveHold = {
  readonly bookingId: string;
  readonly proId: string;
  /** Keyed hash of the network of the request. */
  readonly network: string;
  readonly minutes: number;
  readonly until: string;
  /** The booking that is given up for this one and does not count. */
  readonly instead?: string | null;
};

/** Sum of a pro's live holds, and number of those from one network. */
export type Held = { readonly minutes: number; readonly fromNetwork: number };

/** A hold that needed a proof or a code. */
export type Earned = Pick<LiveHold, 'bookingId' | 'proId' | 'until' | 'instead'> & {
  /** Keyed hash of the person who has entered a mailed code; null without a code. */
  readonly holder: string | null;
};

/**
 * Unconfirmed bookings of a pro, with their networks. They decide which proof a booking needs; the agenda decides
 * whether a time is free.
 */
export type LiveHolds = {
  /** Counts a hold; returns the sums including it, so that concurrent requests see each other. */
  add(hold: LiveHold, now: string): Promise<Held>;
  /**
   * Shortens a counted hold; returns the number of holds that its person has by codes with this
   * pro, including this one.
   */
  earn(earned: Earned, now: string): Promise<number>;
  /**
   * Changes the id of a booking, which depends on the patient's id, after an unknown patient got
   * one.
   */
  rename(bookingId: string, to: string): Promise<void>;
  /** Ends a hold: the booking was refused, confirmed or cancelled. */
  end(bookingId: string): Promise<void>;
};

const table = 'command.live_holds';

/** Creates live holds in a table of the write side; expired ones are deleted with the pro's next one. */
export const createLiveHolds = (knex: Knex): LiveHolds => {
  // Writes are batched, because each confirmed or cancelled booking ends a hold.
  const ending = createBatcher<string, void>({
    maximum: 256,
    flush: async (bookingIds) => {
      await knex(table)
        .whereIn('booking_id', [...bookingIds])
        .delete();
      return bookingIds.map(() => undefined);
    },
  });
  return {
    add: async ({ bookingId, proId, network, minutes, until, instead = null }, now) => {
      await knex(table).where({ pro_id: proId }).andWhere('until', '<=', now).delete();
      const row = { booking_id: bookingId, pro_id: proId, network, minutes, until };
      await knex(table).insert(row).onConflict('booking_id').ignore();
      const { rows } = await knex.raw<{ rows: Held[] }>(
        `select coalesce(sum(minutes), 0)::int as minutes, (count(*) filter (where network = ?))::int as "fromNetwork"
       from ${table} where pro_id = ? and booking_id is distinct from ?`,
        [network, proId, instead],
      );
      return rows[0] ?? { minutes, fromNetwork: 1 };
    },
    earn: async ({ bookingId, proId, until, holder, instead = null }, now) => {
      await knex(table).where({ booking_id: bookingId }).update({ until, holder });
      const { rows } = await knex.raw<{ rows: { held: number }[] }>(
        `select count(*)::int as held from ${table}
         where pro_id = ? and holder = ? and until > ? and booking_id is distinct from ?`,
        [proId, holder, now, instead],
      );
      return rows[0]?.held ?? 0;
    },
    rename: async (bookingId, to) => {
      if (bookingId === to) return;
      const unless = knex(table).where({ booking_id: to }).select(knex.raw('1'));
      await knex(table).where({ booking_id: bookingId }).whereNotExists(unless).update({ booking_id: to });
      await knex(table).where({ booking_id: bookingId }).delete();
    },
    end: (bookingId) => ending.add(bookingId),
  };
};

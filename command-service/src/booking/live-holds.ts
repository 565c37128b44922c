import type { Knex } from 'knex';
import { createBatcher } from '@visita/platform/async/batcher';

/** A booking that waits for its link, as far as it counts against what strangers may hold. */
export type LiveHold = {
  readonly bookingId: string;
  readonly proId: string;
  /** Stands for the network that it came from. */
  readonly network: string;
  readonly minutes: number;
  readonly until: string;
  /** The booking that is given up for it, which does not count beside it. */
  readonly instead?: string | null;
};

/** What a pro's live holds come to, and how many of them are one network's. */
export type Held = { readonly minutes: number; readonly fromNetwork: number };

/** A hold that was asked for more than a form. */
export type Earned = Pick<LiveHold, 'bookingId' | 'proId' | 'until' | 'instead'> & {
  /** Stands for the person who has read a mailed code; null where none was asked for. */
  readonly holder: string | null;
};

/**
 * Which times of a pro are held by bookings that nobody confirmed yet, and from where. It only says what a booking has
 * to bring along; whether a time is free the agenda decides.
 */
export type LiveHolds = {
  /** Counts one; answers what there is with it, so that of many at the same moment each sees the others. */
  add(hold: LiveHold, now: string): Promise<Held>;
  /** Shortens a counted hold, and answers how many times of the pro its holder has by codes, this one included. */
  earn(earned: Earned, now: string): Promise<number>;
  /** Another id for the same booking, of which its patient's is a part: an unknown patient has one by now. */
  rename(bookingId: string, to: string): Promise<void>;
  /** It holds nothing any more: refused, confirmed or cancelled. */
  end(bookingId: string): Promise<void>;
};

const table = 'command.live_holds';

/** Live holds in a table of the write side; what ended by itself is forgotten with the next one of its pro. */
export const createLiveHolds = (knex: Knex): LiveHolds => {
  // Every booking that is confirmed or cancelled ends one.
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

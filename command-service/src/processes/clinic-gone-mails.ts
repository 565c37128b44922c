import type { Knex } from 'knex';

/** Tells whether patients were informed that their clinic is gone, from the mail outbox. */
export type ClinicGoneMails = {
  /** Returns the bookings whose patient was informed or cannot be informed. */
  settled(bookingIds: readonly string[]): Promise<ReadonlySet<string>>;
};

const settledSql = `
  select payload ->> 'about' as id from notifier.outbox
  where queue = 'mail' and name = 'clinic-gone' and state in ('sent', 'dropped') and payload ->> 'about' = any(?)`;

/** Reads the notifier's table, because events would only copy it. */
export const createClinicGoneMails = (knex: Knex): ClinicGoneMails => ({
  settled: async (bookingIds) => {
    const { rows } = await knex.raw<{ rows: { id: string }[] }>(settledSql, [[...bookingIds]]);
    return new Set(rows.map(({ id }) => id));
  },
});

import type { Knex } from 'knex';

/** Whether patients heard that the clinic of their appointment is gone, as the outbox of mails has it. */
export type Notices = {
  /** Those of these bookings whose patient was told, or has nobody to tell. */
  settled(bookingIds: readonly string[]): Promise<ReadonlySet<string>>;
};

const settledSql = `
  select payload ->> 'about' as id from notifier.outbox
  where queue = 'mail' and name = 'clinic-gone' and state in ('sent', 'dropped') and payload ->> 'about' = any(?)`;

/** Read from the notifier's table: a copy in events would say nothing else. */
export const createNotices = (knex: Knex): Notices => ({
  settled: async (bookingIds) => {
    const { rows } = await knex.raw<{ rows: { id: string }[] }>(settledSql, [[...bookingIds]]);
    return new Set(rows.map(({ id }) => id));
  },
});

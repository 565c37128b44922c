import type { Database } from '@visita/platform/postgres/connect';
import { reminderIdOf } from '@visita/platform/core/derive-id';

/** When a booking is to be remembered, as one of its events has it. */
export type Timing = {
  readonly bookingId: string;
  readonly start: string;
  /** Null where it was made too late for a reminder. */
  readonly due: string | null;
  /** The event's revision; what a newer one says holds. */
  readonly revision: number;
};

/** A reminder whose time has come. */
export type DueReminder = {
  readonly bookingId: string;
  readonly reminderId: string;
  readonly revision: number;
};

/**
 * Which bookings are to be remembered, and when. Filled from events, so it can be wiped; the job store knows of none
 * before its time, so that can be wiped as well. What was sent is the mail ledger's to know.
 */
export type Reminders = {
  time(timing: Timing): Promise<void>;
  /** Takes reminders that are due and not settled; each comes again if it is not settled after `patience`, in ms. */
  takeDue(options: { now: Date; patience: number; limit: number }): Promise<DueReminder[]>;
  /** Forgets appointments that have begun. */
  forgetBegun(now: Date): Promise<void>;
};

const timeSql = `
  insert into notifier.reminders as known (booking_id, reminder_id, starts_at, due_at, revision)
  values ($1, $2, $3, $4, $5)
  on conflict (booking_id) do update
    set reminder_id = excluded.reminder_id, starts_at = excluded.starts_at, due_at = excluded.due_at,
        revision = excluded.revision, queued_at = null
    where known.revision < excluded.revision`;

/** Settled is a reminder once both of its mails, to the patient and to the pro, are sent or dropped. */
const takeSql = `
  with due as (
    select booking_id from notifier.reminders r
    where due_at <= $1 and starts_at > $1 and (queued_at is null or queued_at <= $2)
      and (select count(*) from notifier.mails m
           where m.event_id = r.reminder_id and m.state in ('sent', 'dropped')) < 2
    order by starts_at limit $3
    for update skip locked
  )
  update notifier.reminders r set queued_at = $1 from due where r.booking_id = due.booking_id
  returning r.booking_id as "bookingId", r.reminder_id as "reminderId", r.revision`;

const forgetSql = 'delete from notifier.reminders where starts_at <= $1';

export const createReminders = (pool: Database['pool']): Reminders => ({
  time: async ({ bookingId, start, due, revision }) => {
    await pool.query(timeSql, [bookingId, reminderIdOf(bookingId, start), start, due, revision]);
  },
  takeDue: async ({ now, patience, limit }) => {
    const before = new Date(now.getTime() - patience);
    return (await pool.query<DueReminder>(takeSql, [now, before, limit])).rows;
  },
  forgetBegun: async (now) => {
    await pool.query(forgetSql, [now]);
  },
});

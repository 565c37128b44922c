import type { Pool } from 'pg';
import { isMissing } from '@visita/platform/postgres/missing';

/** Overdue mails; `since`: when the oldest was due. */
export type WaitingMails = { readonly count: number; readonly since: Date | null };

/** Minutes after which a mail counts as waiting. */
const minutes = 2;

const waitingSql = `
  select count(*)::int as count, min(o.due_at) as since from notifier.outbox o
  where o.queue = 'mail' and o.state in ('asked', 'claimed') and o.expires_at > $1
    and o.due_at <= $1::timestamptz - interval '${minutes} minutes'`;

/** Compared as text: a mail may be about a pro or a patient. */
const aboutSql = `${waitingSql} and exists (select from read.bookings b
  where b.booking_id::text = o.payload ->> 'about' and (b.pro_id = $2 or b.clinic_id = any($3::uuid[])))`;

const count = async (pool: Pool, text: string, values: unknown[]): Promise<WaitingMails> => {
  try {
    const [row] = (await pool.query<WaitingMails>(text, values)).rows;
    return row ?? { count: 0, since: null };
  } catch (error) {
    // No notifier has run on this database yet.
    if (isMissing(error)) return { count: 0, since: null };
    throw error;
  }
};

/** Counts all mails that wait for the mail server or for an operator. */
export const waitingMails = (pool: Pool, now: Date): Promise<WaitingMails> => count(pool, waitingSql, [now]);

/** Counts overdue mails about a professional's visits, or at clinics whose whole calendar they see. */
export const waitingMailsOf = (
  pool: Pool,
  now: Date,
  { proId, clinicIds }: { proId: string; clinicIds: readonly string[] },
): Promise<WaitingMails> => count(pool, aboutSql, [now, proId, clinicIds]);

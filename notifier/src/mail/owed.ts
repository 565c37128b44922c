import { type EventNamed, isEvent } from '@visita/contracts/events';
import type { MailJob } from '@visita/contracts/jobs';
import { pagesOfStream } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Database } from '@visita/platform/postgres/connect';

type Deps = { pool: Database['pool']; store: Pick<EventStore, 'readStream'> };

/** Returns the event that moved a booking; undefined if the job is about another event. */
const moveOf = async (
  store: Deps['store'],
  { about, eventId }: MailJob,
): Promise<EventNamed<'BookingMoved'> | undefined> => {
  for await (const page of pagesOfStream(store, `booking-${about}`))
    for (const event of page) if (event.id === eventId && isEvent(event, 'BookingMoved')) return event;
  return undefined;
};

/** Checks the time before the change: $2 to $3 of the professional $4, by default the booking's own. */
const owedSql = `
  select exists (
      select from read.closings i where i.clinic_id = b.clinic_id
        and i.starts_at < coalesce($3, b.ends_at) and i.ends_at > coalesce($2, b.starts_at))
    or exists (
      select from read.hubs h join read.vacations v on v.hub_id = h.hub_id
      where h.clinic_id = b.clinic_id and h.pro_id = coalesce($4, b.pro_id)
        and v.starts_at < coalesce($3, b.ends_at) and v.ends_at > coalesce($2, b.starts_at)) as owed
  from read.bookings b where b.booking_id = $1`;

/**
 * Creates a function that tells whether a mail is about a visit that was moved or cancelled because of a planned
 * closing or vacation. Such mails are not counted against budgets.
 */
export const createOwed =
  ({ pool, store }: Deps) =>
  async (job: MailJob): Promise<boolean> => {
    if (job.template !== 'moved' && job.template !== 'cancelled') return false;
    const move = job.template === 'moved' ? await moveOf(store, job) : undefined;
    if (job.template === 'moved' && !move) return false;
    const { start = null, end = null, proId = null } = move?.data.previous ?? {};
    const { rows } = await pool.query<{ owed: boolean }>(owedSql, [job.about, start, end, proId]);
    return rows[0]?.owed === true;
  };

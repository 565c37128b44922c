import type { Pool } from 'pg';
import { memberStatuses } from '@visita/contracts/clinic/events';
import type { Feeds } from '@visita/platform/calendar/feeds';
import { productVersion } from '@visita/platform/config/product-version';
import type { CalendarFeed } from './serve.ts';
import { select } from '@visita/read-model/query';
import type { LastChanges } from '../last-changes.ts';
import { writeIcs } from '@visita/platform/calendar/ics';
import { calendarPage, visitLines } from '@visita/platform/calendar/visit';

export type CalendarFeedDeps = {
  pool: Pool;
  feeds: Pick<Feeds, 'proOf'>;
  lastChanges: Pick<LastChanges, 'ofPro'>;
  clock: () => Date;
  /** Host part of the events' ids. */
  host: string;
  publicOrigin: string;
};

type Row = {
  readonly id: string;
  readonly sequence: number;
  readonly start: Date;
  readonly end: Date;
  readonly service: string;
  readonly patient: string | null;
  readonly clinic: string;
};

const release = productVersion();
const day = 86_400_000;
const daysBack = 30;

// Pros see nothing of a clinic that they have left.
const members = [...memberStatuses].map((status) => `'${status}'`).join(', ');

// From a local day on, open-ended. The first condition lets the index be used.
const since = `b.starts_at > $2::date - interval '3 days' and b.ends_at > ($2::date::timestamp at time zone c.timezone)`;

const bookingsSql = {
  name: 'calendar-feed-bookings',
  text: `
    select b.booking_id as id, b.sequence, b.starts_at as start, b.ends_at as end, b.service_name as service,
      case when p.erased then null else b.name end as patient, c.name as clinic
    from read.bookings b join read.clinics c on c.clinic_id = b.clinic_id
    left join read.patients p on p.patient_id = b.patient_id
    where b.pro_id = $1 and b.status = 'confirmed' and (c.owner_id = $1 or (c.status = 'active' and exists (
        select from read.hubs h where h.clinic_id = b.clinic_id and h.pro_id = $1 and h.status in (${members}))))
      and ${since}
    order by b.starts_at, b.booking_id`,
};

/**
 * The event contains only attendee, service and place, because the secret address is its only
 * protection.
 */
const eventOf = (row: Row, { host, publicOrigin }: CalendarFeedDeps, stamp: Date): string[] =>
  visitLines(
    {
      bookingId: row.id,
      host,
      sequence: row.sequence,
      stamp,
      start: row.start,
      end: row.end,
      summary: row.patient === null ? row.service : `${row.service} – ${row.patient}`,
      location: row.clinic,
      link: calendarPage(publicOrigin),
      status: 'CONFIRMED',
    },
    ['CLASS:PRIVATE'],
  );

/**
 * Reads the feed of a secret as iCalendar text with its ETag: a pro's confirmed bookings from a month ago on.
 * Without text if the client's ETag is current; null if there is no such feed.
 */
export const createCalendarFeed =
  (deps: CalendarFeedDeps) =>
  async (secret: string, has?: string): Promise<CalendarFeed | null> => {
    const { pool, feeds, lastChanges, clock } = deps;
    const proId = await feeds.proOf(secret);
    if (proId === null) return null;
    const now = clock();
    const today = Math.floor(now.getTime() / day);
    // The ETag is weak, since equal bookings get a new timestamp. It is computed before the rows
    // are read.
    const tag = `W/"${release}-${await lastChanges.ofPro(proId)}-${today}"`;
    if (has === tag) return { tag, text: null };
    const from = new Date((today - daysBack) * day).toISOString().slice(0, 10);
    const rows = await select<Row>(pool, bookingsSql, [proId, from]);
    const head = ['METHOD:PUBLISH', 'X-WR-CALNAME:Visita', 'REFRESH-INTERVAL;VALUE=DURATION:PT15M'];
    return { tag, text: writeIcs([...head, ...rows.flatMap((row) => eventOf(row, deps, now))]) };
  };

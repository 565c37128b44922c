import type { Pool } from 'pg';
import { memberStatuses } from '@visita/contracts/clinic/events';
import type { Feeds } from '@visita/platform/calendar/feeds';
import { overlaps } from '@visita/read-model/booking/queries';
import { productVersion } from '@visita/platform/core/product-version';
import type { CalendarFeed } from '@visita/platform/http/calendar-feed';
import { select } from '@visita/read-model/query';
import type { LastChanges } from '../last-changes.ts';
import { icsInstant, icsText, writeIcs } from '@visita/platform/calendar/ics';

export type CalendarFeedDeps = {
  pool: Pool;
  feeds: Pick<Feeds, 'proOf'>;
  lastChanges: Pick<LastChanges, 'ofPro'>;
  clock: () => Date;
  /** Host part of the events' ids. */
  host: string;
};

type Row = {
  readonly id: string;
  readonly start: Date;
  readonly end: Date;
  readonly service: string;
  readonly patient: string | null;
  readonly clinic: string;
};

const release = productVersion();
const day = 86_400_000;
const [daysBack, daysAhead] = [30, 60];

// Of a clinic that the pro has left they see nothing any more.
const members = [...memberStatuses].map((status) => `'${status}'`).join(', ');

const bookingsSql = {
  name: 'calendar-feed-bookings',
  text: `
    select b.booking_id as id, b.starts_at as start, b.ends_at as end, b.service_name as service,
      case when p.erased then null else b.name end as patient, c.name as clinic
    from read.bookings b join read.clinics c on c.clinic_id = b.clinic_id
    left join read.patients p on p.patient_id = b.patient_id
    where b.pro_id = $1 and b.status = 'confirmed' and (c.owner_id = $1 or (c.status = 'active' and exists (
        select from read.hubs h where h.clinic_id = b.clinic_id and h.pro_id = $1 and h.status in (${members}))))
      and ${overlaps('b', '$2::timestamptz', '$3::timestamptz')}
    order by b.starts_at, b.booking_id`,
};

/** Only who comes for what, and where: anyone with the address can read it, no password guards it. */
const eventOf = (row: Row, host: string, stamp: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${row.id}@${host}`,
  `DTSTAMP:${icsInstant(stamp)}`,
  `DTSTART:${icsInstant(row.start)}`,
  `DTEND:${icsInstant(row.end)}`,
  `SUMMARY:${icsText(row.patient === null ? row.service : `${row.service} – ${row.patient}`)}`,
  `LOCATION:${icsText(row.clinic)}`,
  'STATUS:CONFIRMED',
  'CLASS:PRIVATE',
  'END:VEVENT',
];

/**
 * Reads the feed of a secret, as iCalendar text with its tag: a pro's confirmed bookings around today, by days of UTC. Without
 * its text where the tag is the one that a client has, and null where there is no such feed.
 */
export const createCalendarFeed =
  ({ pool, feeds, lastChanges, clock, host }: CalendarFeedDeps) =>
  async (secret: string, has?: string): Promise<CalendarFeed | null> => {
    const proId = await feeds.proOf(secret);
    if (proId === null) return null;
    const now = clock();
    const today = Math.floor(now.getTime() / day);
    // Weak, since the same bookings come with another stamp. Taken before the rows are.
    const tag = `W/"${release}-${await lastChanges.ofPro(proId)}-${today}"`;
    if (has === tag) return { tag, text: null };
    const [from, to] = [new Date((today - daysBack) * day), new Date((today + daysAhead) * day)];
    const rows = await select<Row>(pool, bookingsSql, [proId, from, to]);
    const head = ['METHOD:PUBLISH', 'X-WR-CALNAME:Visita', 'REFRESH-INTERVAL;VALUE=DURATION:PT15M'];
    return { tag, text: writeIcs([...head, ...rows.flatMap((row) => eventOf(row, host, now))]) };
  };

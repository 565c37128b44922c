import type { Database } from '@visita/platform/postgres/connect';
import type { RowOf } from '@visita/platform/projection/table';
import { overlaps } from '@visita/read-model/booking/queries';
import type { bookings } from '@visita/read-model/booking/tables';
import type { pros } from '@visita/read-model/pro/tables';
import type { Appointment } from './entry.ts';

/** Current data for connected calendars. */
export type CalendarReads = {
  /** Connection of a pro; null without an external calendar. */
  connection(proId: string): Promise<string | null>;
  /**
   * Returns a booking for this pro's calendar; undefined if it does not belong there (any more) or its
   * patient was erased.
   */
  appointment(proId: string, bookingId: string): Promise<Appointment | undefined>;
  /** Upcoming bookings of a pro, earliest first. */
  upcoming(proId: string): Promise<string[]>;
};

type ProRow = Pick<RowOf<typeof pros>, 'external_calendar'>;
type BookingRow = Pick<RowOf<typeof bookings>, 'booking_id'>;

const connectionSql = 'select external_calendar from read.pros where pro_id = $1';

const appointmentSql = `
  select b.booking_id as "bookingId", b.starts_at as start, b.ends_at as end, b.timezone, b.service_name as service,
    b.name as patient, c.name as clinic, concat_ws(', ', c.address, c.postal_code || ' ' || c.city) as address
  from read.bookings b
  join read.clinics c on c.clinic_id = b.clinic_id
  left join read.patients p on p.patient_id = b.patient_id
  where b.booking_id = $2 and b.pro_id = $1 and b.status = 'confirmed' and b.email is not null
    and p.erased is not true`;

const upcomingSql = `
  select b.booking_id from read.bookings b
  where b.pro_id = $1 and b.status = 'confirmed' and ${overlaps('b', '$2::timestamptz', "'infinity'::timestamptz")}
  order by b.starts_at`;

export const createCalendarReads = ({
  pool,
  now,
}: Pick<Database, 'pool'> & { now: () => Date }): CalendarReads => ({
  connection: async (proId) =>
    (await pool.query<ProRow>(connectionSql, [proId])).rows[0]?.external_calendar ?? null,
  appointment: async (proId, bookingId) =>
    (await pool.query<Appointment>(appointmentSql, [proId, bookingId])).rows[0],
  upcoming: async (proId) =>
    (await pool.query<BookingRow>(upcomingSql, [proId, now()])).rows.map((row) => row.booking_id),
});

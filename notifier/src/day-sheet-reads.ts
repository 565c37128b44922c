import { createZones } from '@visita/contracts/availability/zones';
import type { BookingView } from '@visita/contracts/booking/views';
import { calendarRoles } from '@visita/contracts/clinic/roles';
import type { Language } from '@visita/contracts/language';
import type { Database } from '@visita/platform/postgres/connect';
import { selectShownBookings } from '@visita/read-model/booking/queries';
import { bookingView, type ShownBooking } from '@visita/read-model/booking/view';

/** A pro's sheet of the visits of a day at a clinic. */
export type SheetOf = { readonly proId: string; readonly clinicId: string; readonly day: string };

/** Returns what the planned message and the mail job of a sheet are about. */
export const aboutSheet = ({ proId, clinicId, day }: SheetOf): string => `${proId}:${clinicId}:${day}`;

/** Reads a sheet's pro, clinic and day; the reverse of {@link aboutSheet}. */
export const sheetIn = (about: string): SheetOf => {
  const [proId = '', clinicId = '', day = ''] = about.split(':');
  return { proId, clinicId, day };
};

/** A pro who chose the sheet of a clinic, and still works there. */
export type SheetReader = {
  readonly email: string;
  /** Whether the email address was verified by a mailed link. */
  readonly proven: boolean;
  readonly language: Language;
  readonly clinic: string;
  readonly timezone: string;
  /** Whether the pro sees the visits of all professionals, or only their own. */
  readonly whole: boolean;
};

const active =
  "from read.hubs h where h.clinic_id = c.clinic_id and h.pro_id = p.pro_id and h.status = 'active'";

const readerSql = `
  select p.email, p.address_proven as proven, p.comunications_language as language, c.name as clinic, c.timezone,
    c.owner_id = p.pro_id or exists (select ${active} and h.role = any($3)) as whole
  from read.pros p
  join read.clinics c on c.clinic_id = $2 and c.status = 'active'
  join read.message_settings m on m.pro_id = p.pro_id
  where p.pro_id = $1 and p.email is not null and (c.owner_id = p.pro_id or exists (select ${active}))
    and m.settings::jsonb -> 'daySheets' @> jsonb_build_array(jsonb_build_object('clinicId', $2::text))`;

const visitsSql = `${selectShownBookings}
  and b.clinic_id = $1 and ($2::uuid is null or b.pro_id = $2) and b.starts_at >= $3 and b.starts_at < $4
  order by b.starts_at, b.booking_id limit 1000`;

const zones = createZones();

/** Returns the reader of a sheet; undefined if the pro may not see the visits or does not want the sheet any more. */
export const readSheetReader = async (
  pool: Database['pool'],
  { proId, clinicId }: SheetOf,
): Promise<SheetReader | undefined> =>
  (await pool.query<SheetReader>(readerSql, [proId, clinicId, [...calendarRoles]])).rows[0];

/** Returns the visits of a sheet that its reader may see, by start. */
export const readSheetVisits = async (
  pool: Database['pool'],
  { proId, clinicId, day }: SheetOf,
  { whole, timezone }: SheetReader,
): Promise<BookingView[]> => {
  const zone = zones(timezone);
  const range = [zone.midnight(day), zone.nextMidnight(day)].map((ms) => new Date(ms));
  const { rows } = await pool.query<ShownBooking>(visitsSql, [clinicId, whole ? null : proId, ...range]);
  return rows.map((row) => bookingView(row, zones));
};

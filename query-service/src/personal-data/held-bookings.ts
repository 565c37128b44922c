import { toExportedStatus } from '@visita/contracts/booking/status';
import type { ExportedBooking } from '@visita/contracts/personal-data/views';
import { columnsOf, type RowOf } from '@visita/platform/projection/table';
import { bookings } from '@visita/read-model/booking/tables';
import { bookingFacts } from '@visita/read-model/booking/view';
import { select } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';

type Row = RowOf<typeof bookings> & {
  readonly professional: string | null;
  readonly clinic_name: string;
  readonly clinic_address: string;
  readonly erased: boolean | null;
  readonly told_erased: boolean | null;
};

const pageSize = 500;

/** Returns the query of a page by start; each page begins after the last booking of the previous one. */
const pageOf = (column: 'pro_id' | 'patient_id') => ({
  name: `held-bookings-by-${column}`,
  text: `
    select ${columnsOf(bookings, 'b')}, d.name || ' ' || d.lastname as professional, c.name as clinic_name, p.erased, t.erased as told_erased,
      concat_ws(', ', c.address, c.postal_code || ' ' || c.city) as clinic_address
    from read.bookings b
    join read.clinics c on c.clinic_id = b.clinic_id
    left join read.pros d on d.pro_id = b.pro_id
    left join read.patients p on p.patient_id = b.patient_id
    left join read.patients t on t.patient_id = b.contact_id
    where b.${column} = any($1)
      and ($2::timestamptz is null or (b.starts_at, b.booking_id) > ($2::timestamptz, $3::uuid))
    order by b.starts_at, b.booking_id limit ${pageSize}`,
});
const pages = { pro: pageOf('pro_id'), patient: pageOf('patient_id') } as const;

/** In the attendee's export, the contact person's email and phone are left out. */
const patientOf = (
  { name, email, prefix, phone, patient_notes, erased, told_erased, contact_id }: Row,
  kind: Holder['kind'],
): ExportedBooking['patient'] => {
  if (erased || name === null) return null;
  const notes = patient_notes ?? '';
  const others = contact_id !== null && (kind === 'patient' || told_erased);
  if (others) return { name, email: '', prefix: '', phone: '', notes };
  return { name, email: email ?? '', prefix: prefix ?? '', phone: phone ?? '', notes };
};

/** Subject: a pro, or a patient with the ids of all merged records. */
export type Holder = { readonly kind: 'pro' | 'patient'; readonly ids: readonly string[] };

/** Yields all bookings of a pro or a patient, in every state. */
export async function* heldBookings(
  { pool, zones }: Pick<Dependencies, 'pool' | 'zones'>,
  { kind, ids }: Holder,
): AsyncGenerator<ExportedBooking> {
  let last: Row | undefined;
  do {
    const after = [last?.starts_at ?? null, last?.booking_id ?? null];
    const rows: Row[] = await select<Row>(pool, pages[kind], [ids, ...after]);
    for (const row of rows) {
      yield {
        ...bookingFacts(row, zones),
        status: toExportedStatus(row.status),
        price: row.price_cents / 100,
        professional: row.professional ?? '',
        clinic_address: row.clinic_address,
        patient: patientOf(row, kind),
        pro_notes: (row.erased ? null : row.pro_notes) ?? '',
        language: row.language,
        placed_by: row.placed_by,
      };
    }
    last = rows.length === pageSize ? rows.at(-1) : undefined;
  } while (last);
}

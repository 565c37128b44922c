import type { Zone } from '@visita/contracts/availability/zones';
import { type BookingFacts, type BookingView, bookingFacts as facts } from '@visita/contracts/booking/views';
import { provinceById } from '@visita/contracts/reference/provinces';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import type { AnyRow } from '@visita/platform/projection/table';
import { versionOf } from '../version.ts';
import { servicesIn } from './services.ts';
import { bookings } from './tables.ts';

type Row = AnyRow<typeof bookings>;

/** Columns that calendars do not need. */
export const unshown = [
  'clinic_service_id',
  'price_cents',
  'language',
  'placed_by',
  'confirm_by',
  'placed_at',
  'set_at',
  'texted_at',
  'cancelled_at',
  'cancelled_by',
  'link_turn',
  'sequence',
  'position',
] as const satisfies readonly (keyof Row)[];

/** A booking's row with the columns of clinic, hub and professional for its view. */
export type ShownBooking = Omit<Row, (typeof unshown)[number]> & {
  /** Null without an answer to a text. */
  readonly text_answer: string | null;
  readonly clinic_name: string;
  readonly clinic_address: string;
  readonly clinic_city: string;
  readonly clinic_province_id: string;
  readonly doctor_name: string | null;
  readonly doctor_email: string | null;
  readonly doctor_role: BookingView['doctor_role'];
};

type SameName = keyof BookingFacts & keyof Row;
const sameNames = Object.keys(facts.shape).filter((name): name is SameName => name in bookings.columns);

/** Fields common to all views of a booking. Fields named like their column need no entry here. */
export const bookingFacts = (
  row: Pick<
    ShownBooking,
    | SameName
    | 'booking_id'
    | 'starts_at'
    | 'ends_at'
    | 'service_name'
    | 'service_list'
    | 'clinic_name'
    | 'arrived_at'
  >,
  zones: (timezone: string) => Zone,
): BookingFacts => {
  const zone = zones(row.timezone);
  return {
    ...(Object.fromEntries(sameNames.map((name) => [name, row[name]])) as Pick<Row, SameName>),
    id: row.booking_id,
    date: zone.offsetIso(row.starts_at),
    ending_date: zone.offsetIso(row.ends_at),
    service: row.service_name,
    ...servicesIn(row.service_list),
    arrived_at: row.arrived_at === null ? '' : zone.offsetIso(row.arrived_at),
    clinic_name: row.clinic_name,
  };
};

/** Returns the record replaced by a call that writes notes; its content gives the version. */
export const notesIn = ({ pro_notes: notes }: Pick<ShownBooking, 'pro_notes'>) => ({
  pro_notes: notes ?? '',
});

const patientIn = (row: ShownBooking) => ({
  patient_name: row.name ?? '',
  patient_email: row.email ?? '',
  patient_phone: row.phone ?? '',
  patient_prefix: row.prefix ?? '',
  patient_notes: row.patient_notes ?? '',
});

const seriesIn = ({ series_id: id, series_nth: nth, series_of: of }: ShownBooking) =>
  id === null || nth === null || of === null ? {} : { series: { id, nth, of } };

/** Returns a booking in a calendar, with the treating professional's notes. */
export const bookingView = (row: ShownBooking, zones: (timezone: string) => Zone): BookingView => ({
  ...bookingFacts(row, zones),
  status: row.status === 'orfan' ? 'orfan' : 'confirmed',
  hub_service_id: row.hub_service_id,
  hubId: row.hub_id,
  clinic_address: row.clinic_address,
  clinic_city: row.clinic_city,
  clinic_province: provinceById(row.clinic_province_id)?.name ?? '',
  clinic_country: provinceById(row.clinic_province_id)?.country ?? '',
  doctor_name: row.doctor_name ?? '',
  doctor_email: row.doctor_email ?? '',
  doctor_role: row.doctor_role,
  ...patientIn(row),
  ...(row.unmailed === null ? {} : { not_mailed: true as const }),
  ...(row.unmailed === 'refused' ? { mail_refused: true as const } : {}),
  ...(row.unmailed === 'late' ? { mail_late: true as const } : {}),
  ...(row.visit_answer === null ? {} : { visit_answer: row.visit_answer }),
  ...seriesIn(row),
  ...(row.texted === null ? {} : { texted: row.texted }),
  ...(row.text_answer === null ? {} : { text_answer: row.text_answer }),
  contact_id: row.contact_id ?? '',
  contact_name: row.contact_name ?? '',
  ...notesIn(row),
  notes_version: versionOf(notesIn(row)),
  ...specializationNamesOf(row.specialization_id),
});

/** Returns a booking as a pro sees it: notes are visible to the treating professional only. */
export const seenBy = (proId: string, view: BookingView): BookingView =>
  view.pro_id === proId ? view : { ...view, pro_notes: '', notes_version: '' };

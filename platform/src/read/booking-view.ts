import type { Zone } from '@visita/contracts/availability/zones';
import type { BookingView } from '@visita/contracts/booking/views';
import { provinceById } from '@visita/contracts/reference/provinces';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';

/** A booking's row of the read models with what its view needs of clinic, hub, pro and patient. */
export type BookingRow = {
  readonly booking_id: string;
  readonly pro_id: string;
  readonly clinic_id: string;
  readonly hub_id: string;
  readonly patient_id: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly timezone: string;
  readonly status: string;
  readonly hub_service_id: string;
  readonly service_name: string;
  readonly specialization_id: string;
  readonly duration: number;
  readonly patient_name: string | null;
  readonly patient_email: string | null;
  readonly patient_prefix: string | null;
  readonly patient_phone: string | null;
  readonly patient_notes: string | null;
  readonly pro_notes: string | null;
  readonly clinic_name: string;
  readonly clinic_address: string;
  readonly clinic_city: string;
  readonly clinic_province_id: string;
  readonly doctor_name: string | null;
  readonly doctor_email: string | null;
  readonly doctor_role: BookingView['doctor_role'];
};

/** A patient's column of a booking; null from the moment on at which erasing the patient was asked for. */
const known = (column: string): string => `case when p.erased then null else ${column} end`;

/**
 * Selects {@link BookingRow}s that a calendar shows, confirmed and orphaned ones; a caller adds `and …`, the table's
 * alias being `b`. Bookings placed before a correction of the patient's record show the corrected name and phone, those
 * of an erased patient nobody.
 */
export const selectShownBookings = `
  select b.booking_id, b.pro_id, b.clinic_id, b.hub_id, b.patient_id, b.starts_at, b.ends_at, b.timezone, b.status,
    b.hub_service_id, b.service_name, b.specialization_id, b.duration,
    ${known('b.patient_notes')} as patient_notes, ${known('b.pro_notes')} as pro_notes,
    ${known('b.email')} as patient_email,
    ${known('case when b.position < p.corrected then p.name else b.name end')} as patient_name,
    ${known('case when b.position < p.corrected then p.prefix else b.prefix end')} as patient_prefix,
    ${known('case when b.position < p.corrected then p.phone else b.phone end')} as patient_phone,
    c.name as clinic_name, c.address as clinic_address, c.city as clinic_city, c.province_id as clinic_province_id,
    d.name || ' ' || d.lastname as doctor_name, d.email as doctor_email, h.role as doctor_role
  from read.bookings b
  join read.clinics c on c.clinic_id = b.clinic_id
  join read.hubs h on h.hub_id = b.hub_id
  join read.pros d on d.pro_id = b.pro_id
  left join read.patients p on p.patient_id = b.patient_id
  where b.status in ('confirmed', 'orfan')`;

/** The view of a row, with the treating professional's notes: callers blank them for everybody else. */
export const bookingViewOf = (row: BookingRow, zones: (timezone: string) => Zone): BookingView => {
  const zone = zones(row.timezone);
  return {
    id: row.booking_id,
    date: zone.offsetIso(row.starts_at.getTime()),
    ending_date: zone.offsetIso(row.ends_at.getTime()),
    duration: row.duration,
    status: row.status === 'orfan' ? 'orfan' : 'confirmed',
    service: row.service_name,
    hub_service_id: row.hub_service_id,
    hubId: row.hub_id,
    pro_id: row.pro_id,
    clinic_id: row.clinic_id,
    clinic_name: row.clinic_name,
    clinic_address: row.clinic_address,
    clinic_city: row.clinic_city,
    clinic_province: provinceById(row.clinic_province_id)?.name ?? '',
    timezone: row.timezone,
    doctor_name: row.doctor_name ?? '',
    doctor_email: row.doctor_email ?? '',
    doctor_role: row.doctor_role,
    patient_id: row.patient_id,
    patient_name: row.patient_name ?? '',
    patient_email: row.patient_email ?? '',
    patient_phone: row.patient_phone ?? '',
    patient_prefix: row.patient_prefix ?? '',
    patient_notes: row.patient_notes ?? '',
    pro_notes: row.pro_notes ?? '',
    ...specializationNamesOf(row.specialization_id),
  };
};

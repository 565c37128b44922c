import type { Zone } from '@visita/contracts/availability/zones';
import type { BookingView } from '@visita/contracts/booking/views';
import { provinceById } from '@visita/contracts/reference/provinces';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import type { AnyRow } from '@visita/platform/projection/table';
import type { bookings } from './tables.ts';

/** A booking's row with what its view needs of clinic, hub and professional. */
export type ShownBooking = Omit<
  AnyRow<typeof bookings>,
  'clinic_service_id' | 'price_cents' | 'language' | 'placed_by' | 'confirm_by' | 'position'
> & {
  readonly clinic_name: string;
  readonly clinic_address: string;
  readonly clinic_city: string;
  readonly clinic_province_id: string;
  readonly doctor_name: string | null;
  readonly doctor_email: string | null;
  readonly doctor_role: BookingView['doctor_role'];
};

/** A booking as a calendar shows it, with the treating professional's notes. */
export const bookingView = (row: ShownBooking, zones: (timezone: string) => Zone): BookingView => {
  const zone = zones(row.timezone);
  return {
    id: row.booking_id,
    date: zone.offsetIso(row.starts_at),
    ending_date: zone.offsetIso(row.ends_at),
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
    patient_name: row.name ?? '',
    patient_email: row.email ?? '',
    patient_phone: row.phone ?? '',
    patient_prefix: row.prefix ?? '',
    patient_notes: row.patient_notes ?? '',
    pro_notes: row.pro_notes ?? '',
    ...specializationNamesOf(row.specialization_id),
  };
};

/** A booking as a pro sees it: notes are the treating professional's alone. */
export const seenBy = (proId: string, view: BookingView): BookingView =>
  view.pro_id === proId ? view : { ...view, pro_notes: '' };

import { shownStatus } from '@visita/contracts/booking/status';

/** Whether calendars show the booking of an alias. */
export const shown = (alias: string): string =>
  `${alias}.status in (${shownStatus.options.map((status) => `'${status}'`).join(', ')})`;

/** A patient's column of a booking; null from the moment on at which erasing the patient was asked for. */
const known = (column: string, name: string): string =>
  `case when p.erased then null else ${column} end as ${name}`;

/** What a correction of the patient's record says of bookings that were placed before it. */
const corrected = (name: string): string =>
  known(`case when b.position < p.corrected then p.${name} else b.${name} end`, name);

/**
 * Selects the bookings that calendars show, confirmed and orphaned ones, as `ShownBooking`; a caller adds `and …`, the
 * table's alias being `b`. Those of an erased patient show nobody.
 */
export const selectShownBookings = `
  select b.booking_id, b.pro_id, b.clinic_id, b.hub_id, b.patient_id, b.starts_at, b.ends_at, b.timezone, b.status,
    b.hub_service_id, b.service_name, b.specialization_id, b.duration,
    ${known('b.patient_notes', 'patient_notes')}, ${known('b.pro_notes', 'pro_notes')}, ${known('b.email', 'email')},
    ${['name', 'prefix', 'phone'].map(corrected).join(', ')},
    c.name as clinic_name, c.address as clinic_address, c.city as clinic_city, c.province_id as clinic_province_id,
    d.name || ' ' || d.lastname as doctor_name, d.email as doctor_email, h.role as doctor_role
  from read.bookings b
  join read.clinics c on c.clinic_id = b.clinic_id
  join read.hubs h on h.hub_id = b.hub_id
  join read.pros d on d.pro_id = b.pro_id
  left join read.patients p on p.patient_id = b.patient_id
  where ${shown('b')}`;

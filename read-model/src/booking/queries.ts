import { shownStatus } from '@visita/contracts/booking/status';
import { durationMaximum } from '@visita/contracts/fields';
import { bookings } from './tables.ts';
import { unshown } from './view.ts';

/** Whether calendars show the booking of an alias. */
export const shown = (alias: string): string =>
  `${alias}.status in (${shownStatus.options.map((status) => `'${status}'`).join(', ')})`;

/**
 * Whether the booking of an alias overlaps a range of SQL expressions. None lasts longer than a day, so an index on the
 * start bounds what is read on both sides, however long the history is.
 */
export const overlaps = (alias: string, from: string, to: string): string =>
  `${alias}.starts_at > ${from} - interval '${durationMaximum} minutes' and ${alias}.starts_at < ${to} and ${alias}.ends_at > ${from}`;

/** Says nothing of a patient from the moment on at which erasing them was asked for. */
const known = (value: string, name: string) => `case when p.erased then null else ${value} end as ${name}`;

/** What a correction of the patient's record says of bookings that were placed before it. */
const corrected = (name: string) =>
  known(`case when b.position < p.corrected then p.${name} else b.${name} end`, name);

const personal: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['patient_notes', 'pro_notes', 'email'].map((name) => [name, known(`b.${name}`, name)]),
  ),
  ...Object.fromEntries(['name', 'prefix', 'phone'].map((name) => [name, corrected(name)])),
};

const columns = Object.keys(bookings.columns)
  .filter((name) => !unshown.some((one) => one === name))
  .map((name) => personal[name] ?? `b.${name}`);

/**
 * Selects the bookings that calendars show, confirmed and orphaned ones, as `ShownBooking`; a caller adds `and …`, the
 * table's alias being `b`. Those of an erased patient show no person.
 */
export const selectShownBookings = `
  select ${columns.join(', ')},
    c.name as clinic_name, c.address as clinic_address, c.city as clinic_city, c.province_id as clinic_province_id,
    d.name || ' ' || d.lastname as doctor_name, d.email as doctor_email, h.role as doctor_role
  from read.bookings b
  join read.clinics c on c.clinic_id = b.clinic_id
  join read.hubs h on h.hub_id = b.hub_id
  join read.pros d on d.pro_id = b.pro_id
  left join read.patients p on p.patient_id = b.patient_id
  where ${shown('b')}`;

import { shownStatus } from '@visita/contracts/booking/status';
import { durationMaximum } from '@visita/contracts/fields';
import { among } from '@visita/platform/projection/table';
import { bookings } from './tables.ts';
import { unshown } from './view.ts';

/** Returns an SQL condition: calendars show the booking of an alias. */
export const shown = (alias: string): string => among(`${alias}.status`, shownStatus.options);

/** Returns an SQL condition: the booking was cancelled with less than a day's notice. */
export const cancelledLate = (alias: string): string =>
  `${alias}.status = 'cancelled' and ${alias}.confirm_by is null and ${alias}.cancelled_by = 'patient'
    and ${alias}.starts_at - ${alias}.cancelled_at < interval '1 day' and ${alias}.cancelled_at < ${alias}.starts_at`;

/**
 * Returns an SQL condition: the booking overlaps a range of SQL expressions. Bookings last a day at most, so
 * an index on the start bounds the read on both sides.
 */
export const overlaps = (alias: string, from: string, to: string): string =>
  `${alias}.starts_at > ${from} - interval '${durationMaximum} minutes' and ${alias}.starts_at < ${to} and ${alias}.ends_at > ${from}`;

/** Hides a value from the moment the patient's erasure is requested. */
const known = (value: string, name: string) => `case when p.erased then null else ${value} end as ${name}`;

/** Also hides it if the contact person is being erased. */
const contactValue = (value: string, name: string) =>
  `case when p.erased or t.erased then null else ${value} end as ${name}`;

/** Returns the SQL for the corrected value if the record was corrected after the booking was placed. */
const corrected = (record: 'p' | 't', name: string, typed = name) =>
  `case when b.position < ${record}.corrected then ${record}.${name} else b.${typed} end`;

/** Returns the SQL for the kept record's value if the patient's record was merged into it. */
const own = (name: string) =>
  `case when p.merged_into is null then ${corrected('p', name)} else k.${name} end`;

/**
 * Returns the SQL for a booking's number as it is now: of the contact person, if there is one. Needs
 * {@link patientRecords} and the contact person's record `t`.
 */
export const presentNumber = (name: 'prefix' | 'phone'): string =>
  `case when b.contact_id is null then ${own(name)} else ${corrected('t', name)} end`;

const reached = (name: 'prefix' | 'phone') => contactValue(presentNumber(name), name);

/** Selects the patient's name of a booking `b` as `name`; null after an erasure. Needs {@link patientRecords}. */
export const patientName = known(own('name'), 'name');

/** Joins the record of a booking's patient, and the record into which it was merged. */
export const patientRecords = `
  left join read.patients p on p.patient_id = b.patient_id
  left join read.patients k on k.patient_id = p.merged_into`;

const personal: Readonly<Record<string, string>> = {
  patient_notes: known('b.patient_notes', 'patient_notes'),
  pro_notes: known('b.pro_notes', 'pro_notes'),
  patient_id: 'coalesce(p.merged_into, b.patient_id) as patient_id',
  name: patientName,
  contact_id: contactValue('coalesce(t.merged_into, b.contact_id)', 'contact_id'),
  contact_name: contactValue(corrected('t', 'name', 'contact_name'), 'contact_name'),
  email: contactValue('b.email', 'email'),
  prefix: reached('prefix'),
  phone: reached('phone'),
};

/** The answer to a text, by the record to which answers belong. */
const textAnswer = contactValue(
  `case when b.texted_at is not null then (select a.answer from read.text_answers a
    where a.patient_id = coalesce(t.merged_into, b.contact_id, p.merged_into, b.patient_id)
      and a.answered_at >= b.texted_at) end`,
  'text_answer',
);

const columns = Object.keys(bookings.columns)
  .filter((name) => !unshown.some((one) => one === name))
  .map((name) => personal[name] ?? `b.${name}`);

type Join = (table: string, alias: string, key: string, value: string) => string;

const joined: Join = (table, alias, key, value) =>
  `join read.${table} ${alias} on ${alias}.${key} = ${value}`;
/** `offset 0` keeps the planner from reading a whole table for a few bookings. */
const lookedUp: Join = (table, alias, key, value) =>
  `join lateral (select * from read.${table} x where x.${key} = ${value} offset 0) ${alias} on true`;

const selectWhere = (condition: string, join: Join): string => `
  select ${columns.join(', ')}, ${textAnswer},
    c.name as clinic_name, c.address as clinic_address, c.city as clinic_city, c.province_id as clinic_province_id,
    d.name || ' ' || d.lastname as doctor_name, d.email as doctor_email, h.role as doctor_role
  from read.bookings b
  ${join('clinics', 'c', 'clinic_id', 'b.clinic_id')}
  ${join('hubs', 'h', 'hub_id', 'b.hub_id')}
  ${join('pros', 'd', 'pro_id', 'b.pro_id')}
  left ${join('patients', 'p', 'patient_id', 'b.patient_id')}
  left ${join('patients', 't', 'patient_id', 'b.contact_id')}
  left ${join('patients', 'k', 'patient_id', 'p.merged_into')}
  where ${condition}`;

/**
 * Selects confirmed and orphaned bookings as `ShownBooking`. The caller appends `and …`; the table's alias is
 * `b`. Bookings of an erased patient show no person.
 */
export const selectShownBookings = selectWhere(shown('b'), joined);

/** Selects like the statement above, planned for few bookings, such as one patient's. */
export const selectFewShownBookings = selectWhere(shown('b'), lookedUp);

/** Selects few cancelled bookings; requests that were never confirmed are left out. */
export const selectFewCancelledBookings = selectWhere(
  `b.status = 'cancelled' and b.confirm_by is null`,
  lookedUp,
);

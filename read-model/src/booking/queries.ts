import { shownStatus } from '@visita/contracts/booking/status';
import { durationMaximum } from '@visita/contracts/fields';
import { among } from '@visita/platform/projection/table';
import { bookings } from './tables.ts';
import { unshown } from './view.ts';

/** Whether calendars show the booking of an alias. */
export const shown = (alias: string): string => among(`${alias}.status`, shownStatus.options);

/** Whether the booking of an alias was cancelled late: its patient left less than a day to give it to somebody else. */
export const cancelledLate = (alias: string): string =>
  `${alias}.status = 'cancelled' and ${alias}.confirm_by is null and ${alias}.cancelled_by = 'patient'
    and ${alias}.starts_at - ${alias}.cancelled_at < interval '1 day' and ${alias}.cancelled_at < ${alias}.starts_at`;

/**
 * Whether the booking of an alias overlaps a range of SQL expressions. None lasts longer than a day, so an index on the
 * start bounds what is read on both sides, however long the history is.
 */
export const overlaps = (alias: string, from: string, to: string): string =>
  `${alias}.starts_at > ${from} - interval '${durationMaximum} minutes' and ${alias}.starts_at < ${to} and ${alias}.ends_at > ${from}`;

/** Says nothing of a patient from the moment on at which erasing them was asked for. */
const known = (value: string, name: string) => `case when p.erased then null else ${value} end as ${name}`;

/** Nor of who is told in their stead. */
const told = (value: string, name: string) =>
  `case when p.erased or t.erased then null else ${value} end as ${name}`;

/** What a correction of a record says of what was typed before it. */
const corrected = (record: 'p' | 't', name: string, typed = name) =>
  `case when b.position < ${record}.corrected then ${record}.${name} else b.${typed} end`;

/** What the kept record says of a patient who was merged into it. */
const own = (name: string) =>
  `case when p.merged_into is null then ${corrected('p', name)} else k.${name} end`;

/** Phones are those of who is told, where that is not the patient. */
const reached = (name: string) =>
  told(`case when b.contact_id is null then ${own(name)} else ${corrected('t', name)} end`, name);

const personal: Readonly<Record<string, string>> = {
  patient_notes: known('b.patient_notes', 'patient_notes'),
  pro_notes: known('b.pro_notes', 'pro_notes'),
  patient_id: 'coalesce(p.merged_into, b.patient_id) as patient_id',
  name: known(own('name'), 'name'),
  contact_id: told('coalesce(t.merged_into, b.contact_id)', 'contact_id'),
  contact_name: told(corrected('t', 'name', 'contact_name'), 'contact_name'),
  email: told('b.email', 'email'),
  prefix: reached('prefix'),
  phone: reached('phone'),
};

const columns = Object.keys(bookings.columns)
  .filter((name) => !unshown.some((one) => one === name))
  .map((name) => personal[name] ?? `b.${name}`);

type Join = (table: string, alias: string, key: string, value: string) => string;

const joined: Join = (table, alias, key, value) =>
  `join read.${table} ${alias} on ${alias}.${key} = ${value}`;
/** `offset 0` keeps the planner from reading a whole table where it takes a few bookings for many. */
const lookedUp: Join = (table, alias, key, value) =>
  `join lateral (select * from read.${table} x where x.${key} = ${value} offset 0) ${alias} on true`;

const selectShown = (join: Join): string => `
  select ${columns.join(', ')},
    c.name as clinic_name, c.address as clinic_address, c.city as clinic_city, c.province_id as clinic_province_id,
    d.name || ' ' || d.lastname as doctor_name, d.email as doctor_email, h.role as doctor_role
  from read.bookings b
  ${join('clinics', 'c', 'clinic_id', 'b.clinic_id')}
  ${join('hubs', 'h', 'hub_id', 'b.hub_id')}
  ${join('pros', 'd', 'pro_id', 'b.pro_id')}
  left ${join('patients', 'p', 'patient_id', 'b.patient_id')}
  left ${join('patients', 't', 'patient_id', 'b.contact_id')}
  left ${join('patients', 'k', 'patient_id', 'p.merged_into')}
  where ${shown('b')}`;

/**
 * Selects the bookings that calendars show, confirmed and orphaned ones, as `ShownBooking`; a caller adds `and …`, the
 * table's alias being `b`. Those of an erased patient show no person.
 */
export const selectShownBookings = selectShown(joined);

/** The same where they are few, as those of one patient. */
export const selectFewShownBookings = selectShown(lookedUp);

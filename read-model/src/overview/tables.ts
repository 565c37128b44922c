import { defineTable } from '@visita/platform/projection/table';

/** Days are numbered from this one, a Monday; weeks and stretches of four weeks begin with it too. */
export const firstDay = '1900-01-01';

/** Days of a stretch whose sums are kept beside those of its days: four weeks. */
export const daysOfStretch = 28;

/** Sums of a professional's bookings at a clinic, by the local day on which they begin. Days without any are absent. */
export const bookedDays = defineTable('booked_days', ['clinic_id', 'day', 'pro_id'], {
  clinic_id: 'uuid',
  day: 'integer',
  pro_id: 'uuid',
  bookings: 'integer',
  orphaned: 'integer',
  new_patients: 'integer',
  cancelled: 'integer',
  cancelled_late: 'integer',
  booked_minutes: 'integer',
});

/** Where sums of days and of stretches stand side by side: stretch `nth` of so many `days` each, one or 28. */
const stretch = { clinic_id: 'uuid', days: 'integer', nth: 'integer', pro_id: 'uuid' } as const;

/** Minutes of confirmed bookings by hour of the week, 0 being Monday's first. */
export const bookedHours = defineTable('booked_hours', ['clinic_id', 'days', 'nth', 'pro_id', 'hour'], {
  ...stretch,
  hour: 'integer',
  minutes: 'integer',
});

/** Of bookings of which it is said whether the patient came: how many did, by what tells them apart. */
export const saidVisits = defineTable('said_visits', ['clinic_id', 'days', 'nth', 'pro_id', 'kind', 'name'], {
  ...stretch,
  kind: 'text',
  name: 'text',
  attended: 'integer',
  missed: 'integer',
  excused: 'integer',
});

/** The first booking of each patient with a professional, of those that calendars show: it counts as a new patient. */
export const firstVisits = defineTable('first_visits', ['pro_id', 'patient_id'], {
  pro_id: 'uuid',
  patient_id: 'uuid',
  clinic_id: 'uuid',
  day: 'integer',
});

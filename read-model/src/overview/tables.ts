import { defineTable } from '@visita/platform/projection/table';

/** Day 0, a Monday; weeks and four-week stretches are counted from it. */
export const firstDay = '1900-01-01';

/** Days per stretch (four weeks), whose sums are stored beside those of single days. */
export const daysOfStretch = 28;

/** Sums of a professional's bookings at a clinic by local start day; no rows for empty days. */
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

/** Key of sums by day and by stretch: number `nth` of stretches of `days` days, 1 or 28. */
const stretch = { clinic_id: 'uuid', days: 'integer', nth: 'integer', pro_id: 'uuid' } as const;

/** Minutes of confirmed bookings by hour of the week; 0 is Monday's first hour. */
export const bookedHours = defineTable('booked_hours', ['clinic_id', 'days', 'nth', 'pro_id', 'hour'], {
  ...stretch,
  hour: 'integer',
  minutes: 'integer',
});

/** Visits with recorded attendance, by criterion. */
export const saidVisits = defineTable('said_visits', ['clinic_id', 'days', 'nth', 'pro_id', 'kind', 'name'], {
  ...stretch,
  kind: 'text',
  name: 'text',
  attended: 'integer',
  missed: 'integer',
  excused: 'integer',
});

/** First shown booking of each patient with a professional: counts as a new patient. */
export const firstVisits = defineTable('first_visits', ['pro_id', 'patient_id'], {
  pro_id: 'uuid',
  patient_id: 'uuid',
  clinic_id: 'uuid',
  day: 'integer',
});

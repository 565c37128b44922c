import { z } from 'zod';
import { requestDay, id } from '../fields.ts';

/** Longest period of statistics in days: 53 weeks. */
export const overviewDaysMaximum = 371;

const dayMs = 86_400_000;

/** Days in the clinics' zones, both inclusive. Default: all clinics and professionals that the pro may see. */
export const overviewQuery = z
  .object({
    from: requestDay,
    to: requestDay,
    clinicId: id.optional(),
    professionalId: id.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < overviewDaysMaximum * dayMs, {
    path: ['to'],
    error: `must be less than ${overviewDaysMaximum} days after from`,
  });

/** Counts of appointments, by day of the appointment. */
const counts = {
  /** Confirmed and orphaned bookings. */
  bookings: z.int(),
  /** Of these, bookings without a professional. */
  orphaned: z.int(),
  /** Of these, first appointments of a patient with that professional. */
  new_patients: z.int(),
  /** Bookings cancelled after confirmation; expired holds do not count. */
  cancelled: z.int(),
  /** Of these, cancelled by patients less than 24 hours before the start. */
  cancelled_late: z.int(),
};

const minutes = {
  /**
   * Minutes of confirmed bookings, in and outside working hours. Orphaned bookings do not count,
   * because they occupy no professional.
   */
  booked_minutes: z.int(),
  /** Working hours in effect at the time, without closings and vacations. */
  available_minutes: z.int(),
};

export const overviewFigures = z.object({ ...counts, ...minutes });
/** Counts of appointments, and minutes. Clients compute ratios. */
export type OverviewFigures = z.infer<typeof overviewFigures>;

/** A week, identified by its Monday. */
export const overviewWeek = z.object({ week: z.string(), ...counts });
/** `week` is `YYYY-MM-DD`. */
export type OverviewWeek = z.infer<typeof overviewWeek>;

/** An hour of the week in the clinics' zones: weekday 1 to 7 from Monday, hour 0 to 23. */
export const overviewHour = z.object({ weekday: z.int(), hour: z.int(), ...minutes });
/** Minutes are totals over the requested days. */
export type OverviewHour = z.infer<typeof overviewHour>;

/** Dimensions of missed appointments. */
export const missedBy = z.enum(['weekday', 'hour', 'service', 'lead', 'reminded']);

/** Attended and missed appointments in one group of a dimension. */
export const overviewMissed = z.object({
  by: missedBy,
  /**
   * The group: weekday 1 to 7 from Monday; hour 0 to 23; name of the service; lead time in days from 0, 1, 7, 14 or
   * 28; whether a reminder was sent, `true` or `false`.
   */
  of: z.string(),
  attended: z.int(),
  missed: z.int(),
  excused: z.int(),
});
/** Weekdays and hours are in the clinics' zones. */
export type OverviewMissed = z.infer<typeof overviewMissed>;

/** Invitations to a next visit that were sent on these days, and those after which a visit was booked. */
export const overviewRecalls = z.object({ invited: z.int(), booked: z.int() });
export type OverviewRecalls = z.infer<typeof overviewRecalls>;

/** Visits of these days about which the patient answered the questions after the visit. */
export const overviewSurveys = z.object({ answers: z.int() });
export type OverviewSurveys = z.infer<typeof overviewSurveys>;

/** Visits of these days that were booked or moved by an offer of the waiting list, also if cancelled later. */
export const overviewWaiting = z.object({ filled: z.int() });
export type OverviewWaiting = z.infer<typeof overviewWaiting>;

/** Statistics of the clinics that the pro may see. */
export const overviewView = z.object({
  from: z.string(),
  to: z.string(),
  current: overviewFigures,
  /** The same number of days before the period. */
  previous: overviewFigures,
  /** All weeks of the period, sorted, including empty ones. */
  weeks: z.array(overviewWeek),
  /** Hours with working hours or bookings, sorted. */
  hours: z.array(overviewHour),
  /** Groups with at least one appointment, sorted. */
  missed: z.array(overviewMissed),
  recalls: overviewRecalls,
  surveys: overviewSurveys,
  waiting: overviewWaiting,
  /** All professionals of the selected clinics, even if one professional is selected. */
  professionals: z.array(z.object({ pro_id: z.string(), name: z.string(), ...overviewFigures.shape })),
});
/** Empty lists and zeroes if there is no data; never null. */
export type OverviewView = z.infer<typeof overviewView>;

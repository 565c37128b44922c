import { z } from 'zod';
import { askedDay, id } from '../fields.ts';

/** Longest stretch that figures are asked for, in days: a year of whole weeks, and one more. */
export const overviewDaysMaximum = 371;

const dayMs = 86_400_000;

/** Days of the clinics' own calendars, both inclusive; without a clinic or professional, all that the pro sees. */
export const overviewQuery = z
  .object({
    from: askedDay,
    to: askedDay,
    clinicId: id.optional(),
    professionalId: id.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < overviewDaysMaximum * dayMs, {
    path: ['to'],
    error: `must be less than ${overviewDaysMaximum} days after from`,
  });

/** What is counted of appointments, by the day of the appointment. */
const counts = {
  /** As calendars show them: confirmed ones and orphans. */
  bookings: z.int(),
  /** Of these, orphans: no professional treats them until they are moved. */
  orphaned: z.int(),
  /** Of these, the patient's first with that professional. */
  new_patients: z.int(),
  /** Confirmed ones that were cancelled; holds that lapsed do not count. */
  cancelled: z.int(),
  /** Of these, by their patients less than 24 hours before the start. */
  cancelled_late: z.int(),
};

/** Minutes of work. */
const minutes = {
  /** Taken by confirmed bookings, within the working hours or not; an orphan takes nobody's time. */
  booked_minutes: z.int(),
  /** Working hours as they were at the time, without closings and vacations. */
  available_minutes: z.int(),
};

/** The figures of some days. */
export const overviewFigures = z.object({ ...counts, ...minutes });
/** Counts of appointments, and minutes; clients compute shares from them. */
export type OverviewFigures = z.infer<typeof overviewFigures>;

/** One week, told by its Monday. */
export const overviewWeek = z.object({ week: z.string(), ...counts });
/** `week` is `YYYY-MM-DD`. */
export type OverviewWeek = z.infer<typeof overviewWeek>;

/** One hour of the week on the clinics' clocks: 1 to 7 for Monday to Sunday, 0 to 23. */
export const overviewHour = z.object({ weekday: z.int(), hour: z.int(), ...minutes });
/** Minutes are sums over all such hours of the days asked for. */
export type OverviewHour = z.infer<typeof overviewHour>;

/** By what missed appointments are told apart. */
export const missedBy = z.enum(['weekday', 'hour', 'service', 'lead', 'reminded']);

/** Of the appointments of which it is said whether the patient came, those of one kind. */
export const overviewMissed = z.object({
  by: missedBy,
  /**
   * 1 to 7 for Monday to Sunday; the hour, 0 to 23; the service's name; from how many days between booking and start,
   * 0, 1, 7, 14 or 28; whether a reminder was mailed, `true` or `false`.
   */
  of: z.string(),
  attended: z.int(),
  missed: z.int(),
  excused: z.int(),
});
/** Weekdays and hours are those of the clinics' clocks. */
export type OverviewMissed = z.infer<typeof overviewMissed>;

/** Figures of the clinics that a pro may see. */
export const overviewView = z.object({
  from: z.string(),
  to: z.string(),
  current: overviewFigures,
  /** As many days, just before. */
  previous: overviewFigures,
  /** Every week of the days asked for, in order, empty ones too. */
  weeks: z.array(overviewWeek),
  /** The hours in which anybody works or is booked, in order. */
  hours: z.array(overviewHour),
  /** Every kind that there was any of, in order. */
  missed: z.array(overviewMissed),
  /** Every professional of the clinics asked for, also where one professional was asked for. */
  professionals: z.array(z.object({ pro_id: z.string(), name: z.string(), ...overviewFigures.shape })),
});
/** Empty lists and zeroes where there is nothing; never null. */
export type OverviewView = z.infer<typeof overviewView>;

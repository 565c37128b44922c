import { z } from 'zod';
import { visitRefusal } from './events.ts';

/** Whether a date of a series is free. Staff may keep dates that are outside working hours or in a buffer. */
export const seriesDateState = z.enum(['free', 'outside-hours', 'buffer', 'taken', 'closed', 'past']);
export type SeriesDateState = z.infer<typeof seriesDateState>;

/** Local starts at the clinic, `YYYY-MM-DDTHH:mm`. */
const alternatives = z.array(z.string()).max(3);

export const seriesPlan = z.object({
  /** Null in a preview. */
  id: z.string().nullable(),
  timezone: z.string(),
  visits: z.array(
    z.object({
      date: z.string(),
      state: seriesDateState,
      /** Start that will be booked: the date, or the alternative chosen for it. Null if it is left out or undecided. */
      use: z.string().nullable(),
      /** Whether the date is free, or a decision about it is possible. */
      decided: z.boolean(),
      /** Free starts near the date; none if the date is free. */
      alternatives,
    }),
  ),
});
/** Dates of a series before it is saved, with what is decided about each. */
export type SeriesPlan = z.infer<typeof seriesPlan>;

export const seriesView = z.object({
  id: z.string(),
  clinic_id: z.string(),
  pro_id: z.string(),
  patient_id: z.string(),
  hub_service_id: z.string(),
  timezone: z.string(),
  /** Whether every visit is placed, or named as not placed. */
  done: z.boolean(),
  visits: z.array(
    z.object({
      nth: z.int(),
      booking_id: z.string(),
      /** Local start at the clinic, `YYYY-MM-DDTHH:mm`, as the visit is now. */
      date: z.string(),
      state: z.enum(['waiting', 'placed', 'not-placed', 'cancelled']),
      /** Reason why the visit was not placed; null otherwise. */
      reason: visitRefusal.nullable(),
      /** The latest change of several visits, if it did not change this one, with the reason. */
      not_changed: z.object({ change: z.enum(['move', 'cancel']), reason: visitRefusal }).optional(),
      alternatives,
    }),
  ),
});
/** Progress of a series. */
export type SeriesView = z.infer<typeof seriesView>;

import { z } from 'zod';
import { childId, id, requestDay } from '../fields.ts';
import { bookingView, heldTime } from './views.ts';

/** Maximum number of visits in one answer. */
export const visitsInTheWayMaximum = 500;

/** Query of `GET /api/visits_in_the_way`: a planned closing or vacation, or a day of one professional. */
export const visitsInTheWayQuery = z
  .object({ inactivity_id: childId.optional(), hub_id: id.optional(), day: requestDay.optional() })
  .refine(({ inactivity_id: planned, hub_id: hub }) => (planned === undefined) !== (hub === undefined), {
    path: ['inactivity_id'],
    error: 'is required without hub_id, and not allowed with it',
  })
  .refine(({ hub_id: hub, day }) => (hub === undefined) === (day === undefined), {
    path: ['day'],
    error: 'must go with hub_id',
  });

/** Visits to come that a closing, a vacation or a professional’s absence affects. */
export const visitsInTheWay = z.object({
  type: z.enum(['closing', 'vacation', 'day']),
  /** Title of the closing or vacation; empty for a day. */
  title: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  timezone: z.string(),
  /** The absent professional; null for a closing. */
  professional: z.object({ pro_id: z.string(), hub_id: z.string(), name: z.string() }).nullable(),
  /** Local times of the clinic. */
  starting_date: z.string(),
  ending_date: z.string(),
  /** Confirmed visits that begin later than now, by start. */
  bookings: z.array(bookingView),
  /** Times of unconfirmed requests, by start. */
  held: z.array(heldTime),
  /** Whether there are more visits than the answer holds. */
  more: z.boolean(),
});
export type VisitsInTheWay = z.infer<typeof visitsInTheWay>;

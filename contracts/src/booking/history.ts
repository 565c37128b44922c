import { z } from 'zod';
import { actingMember } from '../clinic/acting.ts';

/** Steps of a booking that its history shows. */
export const bookingStep = z.enum([
  'placed',
  'confirmed',
  'moved',
  'coming',
  'not-coming',
  'arrived',
  'attended',
  'missed',
  'corrected',
]);
export type BookingStep = z.infer<typeof bookingStep>;

/** Latest events of a booking that its history is made of. */
export const historyMaximum = 50;

const change = z.object({ from: z.string(), to: z.string() });

/** Changes by a step: the start (ISO 8601 with the clinic's offset), the professional's name, the service's name. */
export const bookingChange = z.object({
  start: change.optional(),
  professional: change.optional(),
  service: change.optional(),
});
export type BookingChange = z.infer<typeof bookingChange>;

/** The latest steps of a booking, oldest first. */
export const bookingHistory = z.array(
  z.object({
    step: bookingStep,
    /** ISO 8601 instant with the clinic's offset. */
    time: z.string(),
    by: z.enum(['member', 'patient', 'product']),
    /** Null unless `by` is `member`. */
    member: actingMember.nullable(),
    /** Only for `moved`. */
    changed: bookingChange.optional(),
  }),
);
/** Answer of `GET /api/booking_history/{id}`. */
export type BookingHistory = z.infer<typeof bookingHistory>;

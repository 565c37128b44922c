import { z } from 'zod';

/** Reason for not offering a start: a refusal of the slot rule, with holds and offers told apart from bookings. */
export const slotReason = z.object({
  reason: z.enum([
    'past',
    'notice',
    'beyond_horizon',
    'outside_hours',
    'ambiguous_time',
    'booking',
    'hold',
    'offered',
    'block',
    'closing',
    'vacation',
    'buffer',
    'gap',
  ]),
  /** Wall-clock times of the clinic; null if the reason has none. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Length of the gap that would be left. */
  minutes: z.number().nullable(),
  /** End of an offer to a person on the waiting list, in wall-clock time. */
  until: z.string().optional(),
});
export type SlotReason = z.infer<typeof slotReason>;

/** Starts of one service on one day. */
export const slotReasons = z.object({
  /** Whether patients can book the service: its hub is active and has hours, and its clinic books online. */
  online: z.boolean(),
  /** `HH:mm`. */
  offered: z.array(z.string()),
  refused: z.array(z.object({ time: z.string(), reasons: z.array(slotReason) })),
});
export type SlotReasons = z.infer<typeof slotReasons>;

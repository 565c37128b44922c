import { z } from 'zod';

/** Why a start is not offered; the slot rule's own refusals, and what is in the way: a hold is no booking yet. */
export const slotReason = z.object({
  reason: z.enum([
    'past',
    'notice',
    'beyond_horizon',
    'outside_hours',
    'ambiguous_time',
    'booking',
    'hold',
    'block',
    'closing',
    'vacation',
    'buffer',
    'gap',
  ]),
  /** From and until when, on the clinic's wall clock; null where the reason has none. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Minutes that would be left, of a gap. */
  minutes: z.number().nullable(),
});
/** One of the reasons for which a start is refused. */
export type SlotReason = z.infer<typeof slotReason>;

/** The starts of one service on one day. */
export const slotReasons = z.object({
  /** Whether patients can book the service at all: its hub is active and has hours, and its clinic books online. */
  online: z.boolean(),
  /** `HH:mm` */
  offered: z.array(z.string()),
  refused: z.array(z.object({ time: z.string(), reasons: z.array(slotReason) })),
});
/** Offered starts, and refused ones with all that refuses them. */
export type SlotReasons = z.infer<typeof slotReasons>;

import { z } from 'zod';
import { actingMember } from '../clinic/acting.ts';

/** A time in which a professional takes no bookings at any clinic. */
export const blockView = z.object({
  id: z.string(),
  pro_id: z.string(),
  hub_id: z.string(),
  clinic_id: z.string(),
  timezone: z.string(),
  /** Start and end with the clinic's offset. */
  date: z.string(),
  ending_date: z.string(),
  note: z.string(),
  /** Colleague who made or last changed it; absent if the professional did. */
  by: actingMember.optional(),
  /** Set if there is a note that the caller cannot read. */
  note_hidden: z.literal(true).optional(),
});
/** `note` is empty for everyone except the professional and its author. */
export type BlockView = z.infer<typeof blockView>;

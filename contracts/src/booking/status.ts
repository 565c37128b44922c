import { z } from 'zod';

/**
 * Status of a booking: held until the patient confirms, confirmed, orphaned (its hub or clinic is
 * gone), cancelled, or expired without confirmation (`lapsed`).
 */
export const bookingStatus = z.enum(['pending', 'confirmed', 'orfan', 'cancelled', 'lapsed']);
/** `cancelled` and `lapsed` are final. Exports spell `pending` differently, see {@link toExportedStatus}. */
export type BookingStatus = z.infer<typeof bookingStatus>;

export const shownStatus = bookingStatus.extract(['confirmed', 'orfan']);

export const isShown = (status: BookingStatus): status is z.infer<typeof shownStatus> =>
  status === 'confirmed' || status === 'orfan';

/** Whether the status is final. */
export const isGone = (status: BookingStatus): status is 'cancelled' | 'lapsed' =>
  status === 'cancelled' || status === 'lapsed';

/** Spelling of `pending` in exports, and in documents for `ops slots`. */
const held = 'pending_confirmation';

export const exportedStatus = z.enum([held, 'confirmed', 'orfan', 'cancelled', 'lapsed']);

export const toExportedStatus = (status: BookingStatus): z.infer<typeof exportedStatus> =>
  status === 'pending' ? held : status;

/** A status in documents for `ops slots`, converted to {@link BookingStatus}. */
export const documentedStatus = z
  .enum(['confirmed', held, 'orfan', 'deleted'])
  .transform((spelled): BookingStatus => {
    if (spelled === held) return 'pending';
    return spelled === 'deleted' ? 'cancelled' : spelled;
  });

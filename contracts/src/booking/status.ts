import { z } from 'zod';

/**
 * What becomes of a booking, in the words of deciders, rows, rules and screens: held until the patient confirms,
 * confirmed, without a place since its hub or clinic went, cancelled, or a hold that nobody confirmed.
 */
export const bookingStatus = z.enum(['pending', 'confirmed', 'orfan', 'cancelled', 'lapsed']);
/** `cancelled` and `lapsed` are final; exports spell `pending` otherwise, see {@link toExportedStatus}. */
export type BookingStatus = z.infer<typeof bookingStatus>;

/** Statuses that calendars show. */
export const shownStatus = bookingStatus.extract(['confirmed', 'orfan']);

/** Whether calendars show it. */
export const isShown = (status: BookingStatus): status is z.infer<typeof shownStatus> =>
  status === 'confirmed' || status === 'orfan';

/** Whether it is over for good: nothing leads back. */
export const isGone = (status: BookingStatus): status is 'cancelled' | 'lapsed' =>
  status === 'cancelled' || status === 'lapsed';

/** How exports, and documents for `ops slots`, spell a booking that is held. */
const held = 'pending_confirmation';

/** A status as exports spell it. */
export const exportedStatus = z.enum([held, 'confirmed', 'orfan', 'cancelled', 'lapsed']);

/** A status in the spelling of exports. */
export const toExportedStatus = (status: BookingStatus): z.infer<typeof exportedStatus> =>
  status === 'pending' ? held : status;

/** A status as documents for `ops slots` spell it, read as {@link BookingStatus}. */
export const documentedStatus = z
  .enum(['confirmed', held, 'orfan', 'deleted'])
  .transform((spelled): BookingStatus => {
    if (spelled === held) return 'pending';
    return spelled === 'deleted' ? 'cancelled' : spelled;
  });

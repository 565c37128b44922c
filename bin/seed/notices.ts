import { addDays } from '@visita/contracts/availability/zones';
import type { Caller } from '@visita/platform/auth/caller';
import type { Send } from './send.ts';

/** Returns whether patients cancel the visits of a day online, so that professionals get notices. */
export const isCancelledOnline = (date: string, today: string): boolean =>
  addDays(today, 2) <= date && date < addDays(today, 6);

/** Cancels a visit of the demo, as its patient or as staff. */
export const cancel = async (send: Send, key: string, by: Caller, bookingId: string): Promise<void> => {
  if (by.kind === 'booking') await send('cancelManagedBooking', `cancel ${key}`, by, {});
  else await send('deleteBooking', `cancel ${key}`, by, { params: { id: bookingId } });
};

/** Position of the first event of the log. */
const start = '0000000000000001';

/** Sets every account's read mark to the start: without a mark, the first look marks all notices as read. */
export const keepUnread = async (
  send: Send,
  members: Iterable<{ key: string; caller: Caller }>,
): Promise<void> => {
  for (const { key, caller } of members)
    await send('readNotices', `notices ${key}`, caller, { body: { until: start } });
};

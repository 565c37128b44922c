import type { Projection } from '@visita/platform/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { defineTable } from '@visita/platform/projection/table';

export const busyIntervals = defineTable('busy_intervals', ['booking_id'], {
  booking_id: 'uuid',
  pro_id: 'uuid',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  hold_until: 'timestamptz?',
});

const freed = ({ data }: { data: { bookingId: string } }, rows: Rows) =>
  rows.remove(busyIntervals, { booking_id: data.bookingId });

/**
 * What blocks each professional, over all clinics: one interval a live booking. Orphans block nothing; a hold blocks
 * until `hold_until`, whether or not anybody has noticed that it lapsed.
 */
export const busyIntervalsProjection: Projection = {
  name: 'daily-availabilities',
  version: 1,
  tables: [busyIntervals],
  on: {
    BookingPlaced: ({ data }, rows) =>
      rows.put(busyIntervals, {
        booking_id: data.bookingId,
        pro_id: data.proId,
        starts_at: data.start,
        ends_at: data.end,
        hold_until: data.confirmBy,
      }),
    BookingConfirmed: ({ data }, rows) =>
      rows.patch(busyIntervals, { booking_id: data.bookingId }, { hold_until: null }),
    // A whole row, because a moved orphan had none.
    BookingMoved: ({ data }, rows) =>
      rows.put(busyIntervals, {
        booking_id: data.bookingId,
        pro_id: data.proId,
        starts_at: data.start,
        ends_at: data.end,
        hold_until: null,
      }),
    BookingLapsed: freed,
    BookingCancelled: freed,
    BookingOrphaned: freed,
  },
};

import type { EventNamed } from '@visita/contracts/events';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { bufferColumns } from '@visita/read-model/booking/columns';
import { busyIntervals } from '@visita/read-model/booking/tables';
import { offeredIntervalId } from '@visita/read-model/waiting/offered-interval';

const freed = ({ data }: { data: { bookingId: string } }, rows: Rows) =>
  rows.remove(busyIntervals, { booking_id: data.bookingId });

const offered = (
  { data: { offerId, times, reservationId, deadline } }: EventNamed<'OfferMade'>,
  rows: Rows,
) => {
  const [time] = times;
  if (reservationId === null || !time) return;
  rows.put(busyIntervals, {
    booking_id: offeredIntervalId(offerId),
    pro_id: time.proId,
    starts_at: time.start,
    ends_at: time.end,
    hold_until: deadline,
    ...bufferColumns(time),
    blocked: false,
  });
};

const answered = ({ data }: { data: { offerId: string } }, rows: Rows) =>
  rows.remove(busyIntervals, { booking_id: offeredIntervalId(data.offerId) });

const blocked = ({ data }: EventNamed<'TimeBlocked' | 'BlockChanged'>, rows: Rows) =>
  rows.put(busyIntervals, {
    booking_id: data.blockId,
    pro_id: data.proId,
    starts_at: data.start,
    ends_at: data.end,
    hold_until: null,
    buffer_before: 0,
    buffer_after: 0,
    blocked: true,
  });

/**
 * Busy intervals of each professional, over all clinics: one per live booking or blocked time.
 * Bookings without a professional block nothing. A hold blocks until `hold_until`, even before its
 * expiry is recorded.
 */
export const busyIntervalsProjection: Projection = {
  name: 'daily-availabilities',
  version: 3,
  tables: [busyIntervals],
  on: {
    BookingPlaced: ({ data }, rows) =>
      rows.put(busyIntervals, {
        booking_id: data.bookingId,
        pro_id: data.proId,
        starts_at: data.start,
        ends_at: data.end,
        hold_until: data.confirmBy,
        ...bufferColumns(data.service),
        blocked: false,
      }),
    BookingConfirmed: ({ data }, rows) =>
      rows.patch(busyIntervals, { booking_id: data.bookingId }, { hold_until: null }),
    // Writes the whole row, because a moved orphan has none.
    BookingMoved: ({ data }, rows) =>
      rows.put(busyIntervals, {
        booking_id: data.bookingId,
        pro_id: data.proId,
        starts_at: data.start,
        ends_at: data.end,
        hold_until: null,
        ...bufferColumns(data.service),
        blocked: false,
      }),
    TimeBlocked: blocked,
    BlockChanged: blocked,
    TimeUnblocked: ({ data }, rows) => rows.remove(busyIntervals, { booking_id: data.blockId }),
    BookingLapsed: freed,
    BookingCancelled: freed,
    BookingOrphaned: freed,
    OfferMade: offered,
    OfferTaken: answered,
    OfferDeclined: answered,
    OfferLapsed: answered,
    OfferWithdrawn: answered,
  },
};

import type { BookingStatus } from '@visita/contracts/booking/status';
import { erased, readable } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import {
  bookingColumns,
  contactColumns,
  bookedColumns,
  toldColumns,
  untold,
} from '@visita/read-model/booking/columns';
import { bookings } from '@visita/read-model/booking/tables';

const becomes =
  (status: BookingStatus) =>
  ({ data }: { data: { bookingId: string } }, rows: Rows) =>
    rows.patch(bookings, { booking_id: data.bookingId }, { status });

/** Every booking in every status: calendars and patients' histories are read from here. */
export const bookingsProjection: Projection = {
  name: 'bookings',
  version: 7,
  tables: [bookings],
  on: {
    BookingPlaced: ({ data, metadata, position }, rows) =>
      rows.put(bookings, {
        ...bookingColumns(data),
        status: data.confirmBy === null ? 'confirmed' : 'pending',
        language: data.language,
        placed_by: data.placedBy,
        confirm_by: data.confirmBy,
        attendance: 'expected',
        arrived_at: null,
        unmailed: null,
        placed_at: metadata.time,
        cancelled_at: null,
        cancelled_by: null,
        position,
      }),
    BookingContactNamed: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, toldColumns(data)),
    BookingContactErased: ({ data }, rows) => rows.patch(bookings, { booking_id: data.bookingId }, untold),
    // Without its deadline, so that a booking that stood and was cancelled differs from a hold that never did.
    BookingConfirmed: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { status: 'confirmed', confirm_by: null }),
    BookingLapsed: becomes('lapsed'),
    BookingCancelled: ({ data, metadata }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        { status: 'cancelled', cancelled_at: metadata.time, cancelled_by: data.by },
      ),
    BookingOrphaned: becomes('orfan'),
    // Only confirmed and orphaned bookings can move, and a moved orphan is confirmed again.
    BookingMoved: ({ data }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        {
          pro_id: data.proId,
          hub_id: data.hubId,
          patient_id: data.patientId,
          starts_at: data.start,
          ends_at: data.end,
          timezone: data.timezone,
          status: 'confirmed',
          unmailed: null,
          ...bookedColumns(data.service),
        },
      ),
    PatientArrived: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { attendance: 'arrived', arrived_at: data.at }),
    BookingAttended: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { attendance: 'attended' }),
    BookingMissed: ({ data }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        { attendance: data.excused ? 'excused' : 'missed' },
      ),
    AttendanceCorrected: ({ data }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        { attendance: data.attendance, arrived_at: data.arrivedAt },
      ),
    BookingNotMailed: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { unmailed: data.reason }),
    BookingPatientErased: ({ data }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        { ...untold, ...contactColumns(erased), pro_notes: null },
      ),
    BookingHandedOver: ({ data }, rows) =>
      rows.patch(
        bookings,
        { booking_id: data.bookingId },
        {
          patient_id: data.patientId,
          // Who is told follows, with the key of the new professional's record of them.
          ...untold,
          ...contactColumns(data.contact),
          pro_notes: readable(data.proNotes),
        },
      ),
    BookingNoted: ({ data }, rows) =>
      rows.patch(bookings, { booking_id: data.bookingId }, { pro_notes: readable(data.proNotes) }),
  },
};

import type { BookingStatus } from '@visita/contracts/booking/status';
import { erased, readable } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import {
  bookingColumns,
  contactColumns,
  bookedColumns,
  bookingContactColumns,
  noContactPerson,
} from '@visita/read-model/booking/columns';
import { bookings } from '@visita/read-model/booking/tables';

type BookingEvent = { readonly data: { readonly bookingId: string }; readonly revision: number };

/** Patches the booking's row and sets its revision to that of the event. */
const change = (
  rows: Rows,
  { data, revision }: BookingEvent,
  set: Parameters<typeof rows.patch<typeof bookings.columns, 'booking_id'>>[2],
) => rows.patch(bookings, { booking_id: data.bookingId }, { ...set, sequence: revision });

const becomes = (status: BookingStatus) => (event: BookingEvent, rows: Rows) =>
  change(rows, event, { status });

/** Every booking in every status; read for calendars and patients' histories. */
export const bookingsProjection: Projection = {
  name: 'bookings',
  version: 12,
  tables: [bookings],
  on: {
    BookingPlaced: ({ data, metadata, position, revision }, rows) =>
      rows.put(bookings, {
        ...bookingColumns(data),
        status: data.confirmBy === null ? 'confirmed' : 'pending',
        language: data.language,
        placed_by: data.placedBy,
        confirm_by: data.confirmBy,
        attendance: 'expected',
        arrived_at: null,
        unmailed: null,
        visit_answer: null,
        texted: null,
        texted_at: null,
        placed_at: metadata.time,
        set_at: metadata.time,
        cancelled_at: null,
        cancelled_by: null,
        link_turn: 0,
        sequence: revision,
        position,
      }),
    BookingContactNamed: (event, rows) => change(rows, event, bookingContactColumns(event.data)),
    BookingContactErased: (event, rows) => change(rows, event, noContactPerson),
    BookingEmailCorrected: (event, rows) =>
      change(rows, event, { email: readable(event.data.email), link_turn: event.data.turn }),
    // Clearing the deadline distinguishes a cancelled booking from a cancelled hold.
    BookingConfirmed: (event, rows) =>
      change(rows, event, { status: 'confirmed', confirm_by: null, set_at: event.metadata.time }),
    BookingLapsed: becomes('lapsed'),
    BookingCancelled: (event, rows) =>
      change(rows, event, {
        status: 'cancelled',
        cancelled_at: event.metadata.time,
        cancelled_by: event.data.by,
      }),
    BookingOrphaned: becomes('orfan'),
    // Only confirmed and orphaned bookings can move, and a moved orphan is confirmed again.
    BookingMoved: (event, rows) =>
      change(rows, event, {
        pro_id: event.data.proId,
        hub_id: event.data.hubId,
        patient_id: event.data.patientId,
        starts_at: event.data.start,
        ends_at: event.data.end,
        timezone: event.data.timezone,
        set_at: event.metadata.time,
        status: 'confirmed',
        unmailed: null,
        visit_answer: null,
        texted: null,
        texted_at: null,
        ...bookedColumns(event.data.service),
      }),
    PatientArrived: (event, rows) =>
      change(rows, event, { attendance: 'arrived', arrived_at: event.data.at }),
    BookingAttended: (event, rows) => change(rows, event, { attendance: 'attended' }),
    BookingMissed: (event, rows) =>
      change(rows, event, { attendance: event.data.excused ? 'excused' : 'missed' }),
    AttendanceCorrected: (event, rows) =>
      change(rows, event, { attendance: event.data.attendance, arrived_at: event.data.arrivedAt }),
    VisitAnswered: (event, rows) => change(rows, event, { visit_answer: event.data.answer }),
    VisitTexted: (event, rows) =>
      change(rows, event, { texted: event.data.state, texted_at: event.metadata.time }),
    BookingNotMailed: (event, rows) => change(rows, event, { unmailed: event.data.reason }),
    BookingPatientErased: (event, rows) =>
      change(rows, event, { ...noContactPerson, ...contactColumns(erased), pro_notes: null }),
    BookingHandedOver: (event, rows) =>
      change(rows, event, {
        patient_id: event.data.patientId,
        // The contact person is copied, encrypted with the key of the new professional's record.
        ...noContactPerson,
        ...contactColumns(event.data.contact),
        pro_notes: readable(event.data.proNotes),
      }),
    BookingNoted: (event, rows) => change(rows, event, { pro_notes: readable(event.data.proNotes) }),
  },
};

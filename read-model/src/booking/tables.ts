import { type Attendance, saidAttendance } from '@visita/contracts/booking/attendance';
import type { Texted, UnmailedReason, VisitAnswer } from '@visita/contracts/booking/events';
import type { BookingStatus } from '@visita/contracts/booking/status';
import type { Language } from '@visita/contracts/language';
import { defineTable, typed } from '@visita/platform/projection/table';

/** Bookings in every status, with the contact as typed. Personal columns are null once erased. */
export const bookings = defineTable(
  'bookings',
  ['booking_id'],
  {
    booking_id: 'uuid',
    pro_id: 'uuid',
    clinic_id: 'uuid',
    hub_id: 'uuid',
    patient_id: 'uuid',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    timezone: 'text',
    status: typed<BookingStatus>('text'),
    hub_service_id: 'text',
    clinic_service_id: 'text',
    service_name: 'text',
    specialization_id: 'text',
    duration: 'integer',
    price_cents: 'integer',
    /** Services of a visit with several, as JSON; null for one. */
    service_list: 'text?',
    name: 'text?',
    email: 'text?',
    prefix: 'text?',
    phone: 'text?',
    patient_notes: 'text?',
    /** The contact person; email, prefix and phone are theirs if set. */
    contact_id: 'uuid?',
    contact_name: 'text?',
    pro_notes: 'text?',
    /** The series of repeated visits that the visit belongs to, as the `series_nth` of `series_of`. */
    series_id: 'uuid?',
    series_nth: 'integer?',
    series_of: 'integer?',
    language: typed<Language>('text'),
    placed_by: typed<'pro' | 'patient'>('text'),
    /** Deadline for the patient's confirmation; null once confirmed or if none is needed. */
    confirm_by: 'timestamptz?',
    attendance: typed<Attendance>('text'),
    arrived_at: 'timestamptz?',
    /** Reason why the last mail about the booking was not sent; null if it was sent. */
    unmailed: typed<UnmailedReason | null>('text?'),
    /** Answer to a reminder of the visit at its present time. */
    visit_answer: typed<VisitAnswer | null>('text?'),
    /** Outcome and instant of the last reminder of the visit at its present time if it was a text. */
    texted: typed<Texted | null>('text?'),
    texted_at: 'timestamptz?',
    placed_at: 'timestamptz',
    /** Instant at which the booking was placed, confirmed or moved to its present time. */
    set_at: 'timestamptz',
    cancelled_at: 'timestamptz?',
    cancelled_by: typed<'pro' | 'patient' | 'system' | null>('text?'),
    /** How often the email of the mails was corrected: mailed links are of the present turn. */
    link_turn: 'integer',
    /** Revision of the booking's last event. */
    sequence: 'integer',
    position: 'text',
  },
  {
    bookings_by_clinic: ['clinic_id', 'starts_at'],
    bookings_by_patient: ['patient_id', 'starts_at'],
    bookings_by_contact: ['contact_id'],
    bookings_by_pro: ['pro_id', 'starts_at', 'booking_id'],
    bookings_held: {
      columns: ['clinic_id', 'confirm_by'],
      include: ['pro_id'],
      where: { column: 'status', among: ['pending'] },
    },
    // Index for the overview, which looks up the reminder of each booking.
    bookings_said: {
      columns: ['clinic_id', 'starts_at'],
      include: ['booking_id', 'pro_id', 'timezone', 'status', 'attendance'],
      where: { column: 'attendance', among: saidAttendance.options },
    },
  },
);

/** Busy intervals of each professional, over all clinics: one per live booking or blocked time. */
export const busyIntervals = defineTable(
  'busy_intervals',
  ['booking_id'],
  {
    booking_id: 'uuid',
    pro_id: 'uuid',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    /** A hold blocks until this instant, even before its expiry is recorded. */
    hold_until: 'timestamptz?',
    /** Minutes kept free before and after the visit. */
    buffer_before: 'integer',
    buffer_after: 'integer',
    /** Whether the interval is a blocked time rather than a booking. */
    blocked: 'boolean',
  },
  { busy_intervals_by_pro: ['pro_id', 'ends_at'] },
);

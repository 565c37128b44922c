import { slotReasons } from '../booking/slot-reasons.ts';
import { z } from 'zod';
import { bookingHistory } from '../booking/history.ts';
import { attendance } from '../booking/attendance.ts';
import { idList, isOneVisit, notOneVisit, serviceList } from '../booking/several-services.ts';
import { bookingView, dayAvailability, managedBooking, patientView, proCalendar } from '../booking/views.ts';
import {
  requestDay,
  birthDate,
  childId,
  id,
  line,
  patientEmail,
  phone,
  prefix,
  text,
  requestDateTime,
} from '../fields.ts';
import { atDesk } from '../patient/at-desk.ts';
import { language } from '../language.ts';
import { answer, done, post, put, read, readFromCommand, remove } from './call.ts';

const byId = z.object({ id });
const byProId = z.object({ proId: id });
/** Contact form of the public page. */
export const contactInfo = z.strictObject({
  name: line(120),
  email: patientEmail,
  prefix,
  phone,
  patientNotes: text(2000).default(''),
  /** The person who attends, if the caller books for a person in their care. */
  attendee: z.strictObject({ name: line(120), birthDate: birthDate.optional() }).optional(),
  marketingPolicy: z.boolean().default(false),
  /** Whether the person who books agrees to reminders by text. Counts once the booking is confirmed. */
  texts: z.literal(true).optional(),
  privacyPolicy: z.literal(true),
});

/** Patient in a pro's booking. Null email or phone means that there is none; leaving the field out is an error. */
export const bookedPatient = z.strictObject({
  /** Id of a patient in the pro's list, if their email does not identify them. */
  id: id.optional(),
  name: line(120),
  email: patientEmail.nullable(),
  prefix: prefix.nullable(),
  phone: phone.nullable(),
});
const attendanceFailed = 'Impossible to save whether the patient came';

/** Whether to book although the time overlaps another visit's buffer. */
const anyway = z.boolean().default(false);

/** Calls for bookings, calendars and the survey. Patients use mailed links. */
export const bookingCalls = {
  getSlotReasons: read('/api/slot_reasons/:clinicId', {
    access: 'pro',
    limit: 'W',
    summary: 'Times of a service on a day, and why each is or is not offered to patients',
    params: z.object({ clinicId: id }),
    query: z.object({
      hubServiceId: childId,
      /** Further services of the same visit, separated by commas. */
      andServices: idList.optional(),
      date: requestDay,
    }),
    answer: answer(slotReasons),
  }),
  getBookingAvailabilities: read('/api/booking_availabilities/:clinicId', {
    access: 'public',
    limit: 'R',
    summary: 'Free times of a clinic by day, up to the pro’s horizon; optionally of one service or some days',
    params: z.object({ clinicId: id }),
    query: z.object({
      clinicServiceId: childId.optional(),
      hubServiceId: childId.optional(),
      /** Further services of the same visit, separated by commas: `hubServiceId` then has the times of all. */
      andServices: idList.optional(),
      from: requestDay.optional(),
      to: requestDay.optional(),
    }),
    answer: answer(z.array(dayAvailability)),
    failure: 'Impossible to download Booking Availability',
  }),
  requestBooking: post('/api/new_booking', {
    access: 'public',
    limit: 'B',
    summary: 'Book as a patient; the slot is held until the mailed link is used',
    body: z.strictObject({
      clinicId: id,
      /** The hub service's id: `hubServiceId` of the day availabilities. */
      serviceHubId: childId,
      date: requestDateTime,
      contactInfo,
      /** Language of the page and the mails. Default: the pro's language. */
      language: language.optional(),
      /** Whether the visitor chose the language. The patient's record keeps it once the booking is confirmed. */
      languageChosen: z.boolean().optional(),
      /** Solution of the challenge in `proof-needed`. */
      proof: z.string().max(2000).optional(),
      /** The mailed code, after `code-sent`. */
      code: z
        .string()
        .regex(/^\d{8}$/)
        .optional(),
      /** Token that releases the previous request for the same service and time, made with a wrong email. */
      correction: z.string().max(200).optional(),
    }),
    answer: answer(
      z.object({
        id: z.string(),
        confirmBy: z.string(),
        /**
         * Token for repeating the request with another email, until the mailed link is used. Absent after five
         * corrections.
         */
        correction: z.string().optional(),
      }),
    ),
    failure: 'Error while placing a new booking by a patient',
  }),
  confirmBooking: put('/api/booking_confirmation', {
    access: 'booking-token',
    limit: 'T',
    summary: 'Confirm a booking with the mailed token',
    answer: answer(
      z.object({
        thankYouPage: z.string().nullable(),
        patientEmail: z.string(),
        patientName: z.string(),
        /** The appointment: start and end with the clinic's offset, and the place. */
        date: z.string(),
        ending_date: z.string(),
        timezone: z.string(),
        service: z.string(),
        clinic_name: z.string(),
        clinic_address: z.string(),
        clinic_phone: z.string(),
        clinic_email: z.string(),
        /** Directions to the clinic and things to bring, if given. */
        directions: z.string().optional(),
        to_bring: z.string().optional(),
        professional: z.string(),
        language,
        /** Token for viewing, moving and cancelling the booking, as in the patient's mails. */
        manage_token: z.string(),
        /** iCalendar file (RFC 5545); null if the visit will not take place. */
        calendar_file: z.string().nullable(),
      }),
    ),
    failure: 'Impossible to run booking confirmation',
  }),
  getManagedBooking: readFromCommand('/api/manage_booking', {
    access: 'manage-token',
    limit: 'R',
    summary: 'A patient’s booking, by the mailed link',
    answer: answer(managedBooking),
    failure: 'Impossible to load the booking',
  }),
  moveManagedBooking: put('/api/manage_booking', {
    access: 'manage-token',
    limit: 'T',
    summary: 'Move the patient’s own booking to an offered time of the same service',
    body: z.strictObject({ date: requestDateTime }),
    answer: answer(managedBooking),
    failure: 'Impossible to move the booking',
  }),
  cancelManagedBooking: remove('/api/manage_booking', {
    access: 'manage-token',
    limit: 'T',
    summary: 'Cancel the patient’s own booking',
    answer: answer(managedBooking),
    failure: 'Impossible to cancel the booking',
  }),
  getVisitAnswer: readFromCommand('/api/visit_answer', {
    access: 'manage-token',
    limit: 'R',
    summary: 'A patient’s booking with the answer to its reminders, by the mailed link',
    answer: answer(managedBooking),
    failure: 'Impossible to load the booking',
  }),
  answerVisit: put('/api/visit_answer', {
    access: 'manage-token',
    limit: 'T',
    summary:
      'Say whether the patient comes: within the notice limit, the practice is told and nothing is cancelled',
    body: z.strictObject({ coming: z.boolean() }),
    answer: answer(managedBooking),
    failure: 'Impossible to save the answer',
  }),
  placeBooking: post('/api/new_pro_booking', {
    access: 'pro',
    limit: 'P',
    summary: 'Book for a patient',
    body: z.strictObject({
      booking: z
        .strictObject({
          hubServiceId: childId,
          /** All services of the visit in order, if it has several; the first is `hubServiceId`. */
          hubServiceIds: serviceList,
          date: requestDateTime,
          proNotes: text(4000).default(''),
          anyway,
          /** Language of the mails, if staff chose it. Default: the patient's, else the pro's. */
          language: language.optional(),
          ...atDesk,
        })
        .refine(isOneVisit, {
          path: ['hubServiceIds'],
          error: notOneVisit('hubServiceId'),
        }),
      patient: bookedPatient,
    }),
    answer: answer(bookingView, { patient: patientView }),
    failure: 'Impossible to place a booking by pro',
  }),
  editBooking: put('/api/edit_booking/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Move a booking, or change its service',
    params: byId,
    body: z
      .strictObject({
        date: requestDateTime,
        hub_service_id: childId,
        /** All services of the visit in order. Default: the booking's if `hub_service_id` is its first one. */
        hub_service_ids: serviceList,
        anyway,
      })
      .refine(
        ({ hub_service_id: hubServiceId, hub_service_ids: hubServiceIds }) =>
          isOneVisit({ hubServiceId, hubServiceIds }),
        { path: ['hub_service_ids'], error: notOneVisit('hub_service_id') },
      ),
    answer: answer(bookingView),
    failure: 'Error while editing a booking. Try again or contact support',
  }),
  editBookingNotes: put('/api/edit_booking_notes/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Write the treating professional’s notes',
    replaces: 'notes_version',
    params: byId,
    body: z.strictObject({ pro_notes: text(4000) }),
    answer: answer(z.null(), { notes_version: z.string() }),
    failure: 'Error while adding a new note. Try later or contact support',
  }),
  markPatientArrived: put('/api/patient_arrived/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Record that the patient has arrived, from two hours before the start',
    params: byId,
    answer: answer(bookingView),
    failure: attendanceFailed,
  }),
  markBookingAttended: put('/api/booking_attended/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Record that the patient was seen',
    params: byId,
    answer: answer(bookingView),
    failure: attendanceFailed,
  }),
  markBookingMissed: put('/api/booking_missed/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Record that the patient did not come, once the appointment has begun',
    params: byId,
    body: z.strictObject({ excused: z.boolean().default(false) }),
    answer: answer(bookingView),
    failure: attendanceFailed,
  }),
  correctAttendance: put('/api/attendance/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Correct the recorded attendance, for 30 days',
    params: byId,
    body: z.strictObject({ attendance }),
    answer: answer(bookingView),
    failure: attendanceFailed,
  }),
  deleteBooking: remove('/api/delete_booking/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Cancel a booking',
    params: byId,
    answer: done,
    failure: 'Error while deleting booking',
  }),
  getProCalendar: read('/api/pro_calendar/:proId', {
    access: 'pro',
    limit: 'W',
    summary: 'Bookings, blocked times, closings and vacations visible to the pro',
    params: byProId,
    query: z.object({ from: requestDay.optional(), to: requestDay.optional() }),
    answer: answer(proCalendar),
    failure: 'Impossible to load Pro Full Calendar',
  }),
  getBookingHistory: read('/api/booking_history/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Latest steps of a booking, and by whom',
    params: byId,
    answer: answer(bookingHistory),
    failure: 'Impossible to load the history of the booking',
  }),
  submitSurvey: post('/api/patient_form', {
    access: 'public',
    limit: 'B',
    proof: true,
    summary: 'The patient’s survey',
    bodyMaximum: 8 * 1024,
    body: z.strictObject({
      rating: z.int().min(1).max(5),
      comment: text(2000).default(''),
      token: z.string().max(400).optional(),
      /**
       * Whether the page said that the treating professional reads the answer, which needs the token of a visit
       * that took place. Otherwise, the answer is confidential.
       */
      forProfessional: z.boolean().optional(),
    }),
    answer: done,
    failure: 'An unexpected error occurred while submitting the survey.',
  }),
};

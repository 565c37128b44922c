import { z } from 'zod';
import { blockView } from '../block/views.ts';
import { actingMember } from '../clinic/acting.ts';
import { shownRole } from '../clinic/events.ts';
import { specializationNames } from '../clinic/views.ts';
import { language } from '../language.ts';
import { attendance } from './attendance.ts';
import { texted, visitAnswer } from './events.ts';
import { bookingStatus, shownStatus } from './status.ts';

/** One of several services of a visit; the duration is in minutes. */
export const visitService = z.object({
  hub_service_id: z.string(),
  clinic_service_id: z.string(),
  service: z.string(),
  duration: z.int(),
});
export type VisitService = z.infer<typeof visitService>;

/** Booking fields in calendars, histories and exports. Dates are ISO 8601 with the clinic's offset. */
export const bookingFacts = z.object({
  id: z.string(),
  date: z.string(),
  ending_date: z.string(),
  timezone: z.string(),
  /** In minutes. */
  duration: z.int(),
  /** Names of all services of the visit. */
  service: z.string(),
  /** Set if the visit has several services: each one, in order. */
  services: z.array(visitService).optional(),
  pro_id: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  patient_id: z.string(),
  /** Independent of the status, which stays confirmed or orphaned. */
  attendance,
  /** Start of the patient's wait, also after they were seen; empty if no arrival was recorded. */
  arrived_at: z.string(),
});
/** All fields are always present; `date` and `ending_date` have the clinic's offset. */
export type BookingFacts = z.infer<typeof bookingFacts>;

export const bookingView = bookingFacts.extend({
  status: shownStatus,
  hub_service_id: z.string(),
  hubId: z.string(),
  clinic_address: z.string(),
  clinic_city: z.string(),
  clinic_province: z.string(),
  /** ISO 3166-1 alpha-2. */
  clinic_country: z.string(),
  doctor_name: z.string(),
  doctor_email: z.string(),
  doctor_role: shownRole,
  patient_name: z.string(),
  patient_email: z.string(),
  patient_phone: z.string(),
  patient_prefix: z.string(),
  patient_notes: z.string(),
  /** The person who gets the mails: email and phone are theirs. Empty if it is the patient. */
  contact_id: z.string(),
  contact_name: z.string(),
  /** Set if the last mail about it was not sent, so that staff inform the patient. */
  not_mailed: z.literal(true).optional(),
  /** Set together with `not_mailed` if the patient's mail server permanently rejected the mail. */
  mail_refused: z.literal(true).optional(),
  mail_late: z.literal(true).optional(),
  /** The patient's answer to a reminder of the visit at its present time. */
  visit_answer: visitAnswer.optional(),
  /** Place in a series of repeated visits: the `nth` of `of`. */
  series: z.object({ id: z.string(), nth: z.int(), of: z.int() }).optional(),
  /** Set if the last reminder of the visit at its present time was a text. */
  texted: texted.optional(),
  /** The patient's answer to that text, in their own words. */
  text_answer: z.string().optional(),
  /** Empty for everyone except the treating professional. */
  pro_notes: z.string(),
  /** Version of `pro_notes`, for `If-Match`; empty if they are not shown. */
  notes_version: z.string(),
  ...specializationNames.shape,
});
/**
 * Type of a booking in calls and live messages; `patient_name` is empty after the patient was
 * erased.
 */
export type BookingView = z.infer<typeof bookingView>;

/** A cancelled booking in its patient's history. */
export const cancelledBooking = bookingView.extend({ status: z.literal('cancelled') });
export type CancelledBooking = z.infer<typeof cancelledBooking>;

/** A booking as its patient sees it by the mailed link. Dates are ISO 8601 with the clinic's offset. */
export const managedBooking = z.object({
  status: bookingStatus,
  date: z.string(),
  ending_date: z.string(),
  timezone: z.string(),
  service: z.string(),
  /** In minutes. */
  duration: z.int(),
  hub_service_id: z.string(),
  clinic_service_id: z.string(),
  /** Set if the visit has several services: each one, in order. */
  services: z.array(visitService).optional(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  clinic_address: z.string(),
  /** Empty if the clinic gives no contact. */
  clinic_phone: z.string(),
  clinic_email: z.string(),
  /** Directions to the clinic and things to bring, if given. */
  directions: z.string().optional(),
  to_bring: z.string().optional(),
  professional: z.string(),
  /** Deadline for moving and cancelling by the patient, with the clinic's offset. */
  changeable_until: z.string(),
  /** The pro's `manageNoticeHours`: hours from `changeable_until` to the start. */
  notice_hours: z.int(),
  can_cancel: z.boolean(),
  /** Whether the patient may still say if they will come. */
  can_answer: z.boolean().optional(),
  visit_answer: visitAnswer.optional(),
  /** False if the hub or clinic is gone. */
  can_move: z.boolean(),
  language,
  /** iCalendar file (RFC 5545); null if the visit will not take place. */
  calendar_file: z.string().nullable(),
  /** State of the survey about the visit; absent until the visit is over, and if it did not take place. */
  survey: z.enum(['open', 'answered']).optional(),
});
/** Answer to loading, moving and cancelling by the mailed link. */
export type ManagedBooking = z.infer<typeof managedBooking>;

/** A period in which a clinic takes no bookings. Dates are wall-clock times of the clinic. */
export const closingView = z.object({
  id: z.string(),
  title: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  starting_date: z.string(),
  ending_date: z.string(),
  type: z.literal('closing'),
});
export type ClosingView = z.infer<typeof closingView>;

/** A period in which one professional takes no bookings at one clinic. Dates are wall-clock times of the clinic. */
export const vacationView = z.object({
  id: z.string(),
  title: z.string(),
  hub_id: z.string(),
  pro_name: z.string(),
  pro_email: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  role: shownRole,
  starting_date: z.string(),
  ending_date: z.string(),
  type: z.literal('vacation'),
  /** Colleague who planned it; absent if the professional did. */
  by: actingMember.optional(),
});
export type VacationView = z.infer<typeof vacationView>;

/** A slot of an unconfirmed request, which is released by deleting it like a booking, or of an offer. */
export const heldTime = z.object({
  id: z.string(),
  date: z.string(),
  ending_date: z.string(),
  timezone: z.string(),
  pro_id: z.string(),
  clinic_id: z.string(),
  hubId: z.string(),
  /** End of the hold, with the clinic's offset. */
  until: z.string(),
  /**
   * Name of the person on the waiting list to whom the time is offered, `id` being the offer's; empty
   * if the caller may not see the person. Absent for requests.
   */
  offered_to: z.string().optional(),
});
/** Dates are ISO 8601 with the clinic's offset. */
export type HeldTime = z.infer<typeof heldTime>;

/** Answer of `GET /api/pro_calendar/{proId}`: entries that overlap the requested days. */
export const proCalendar = z.object({
  bookings: z.array(bookingView),
  hubInactivities: z.array(vacationView),
  clinicInactivities: z.array(closingView),
  blocks: z.array(blockView),
  held: z.array(heldTime),
  /** Mails about these entries that wait for the mail server; absent if there are none. */
  mailsWaiting: z.int().positive().optional(),
});
/**
 * Bookings and blocked times are sorted by start; closings and vacations are those of clinics that the pro may see.
 */
export type ProCalendar = z.infer<typeof proCalendar>;

/** One pro's record of a patient. Another pro's record of the same person has another id. */
export const patientView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  prefix: z.string(),
  phone: z.string(),
  /** Set if the data is restricted: shown, but neither changed nor used for mails. */
  restricted: z.literal(true).optional(),
  /** Reason of the legal hold, which prevents erasure; absent without one. */
  legal_hold: z.string().optional(),
  /** ISO 8601 instant of the announced erasure for age of the record; absent if none is announced. */
  leaves_at: z.string().optional(),
  /** `YYYY-MM-DD`; empty if unknown. */
  birth_date: z.string(),
  /** Language chosen by the patient or the pro; absent if none was chosen. */
  language: language.optional(),
  /** The responsible person in the same list; empty if patients are responsible for themselves. */
  responsible_id: z.string(),
  /** Relation to the responsible person; empty without one. */
  relation: z.string(),
  /** Reason for which online booking is suspended, may be empty; absent if it is not suspended. */
  suspended: z.string().optional(),
  /** Version of name, prefix, phone, email and date of birth, for `If-Match`. */
  version: z.string(),
});
/** Missing values are empty. The phone has no prefix. Erased patients have no view. */
export type PatientView = z.infer<typeof patientView>;

/** Attendance counts of a patient with a pro, for people to judge; the system draws no conclusions. */
export const patientAttendance = z.object({
  attended: z.int(),
  /** Missed without an excuse. */
  missed: z.int(),
  excused: z.int(),
  /**
   * Cancelled by the patient less than a day before the start. Counted apart, because the slot could still be filled.
   */
  cancelled_late: z.int(),
});
export type PatientAttendance = z.infer<typeof patientAttendance>;

/** A day of the public page: free starts as `HH:mm` by professional and service. */
export const dayAvailability = z.object({
  date: z.string(),
  bookingAvailabilities: z.array(
    z.object({
      clinic_service_id: z.string(),
      service: z.string(),
      ...specializationNames.shape,
      hubId: z.string(),
      professional: z.string(),
      hubServiceId: z.string(),
      /** Minutes and euro, if the professional's own terms differ. */
      duration: z.int().optional(),
      price: z.number().optional(),
      availabilities: z.array(z.string()),
    }),
  ),
});
/** `date` is `YYYY-MM-DD` in the clinic's zone. Days without free starts are left out. */
export type DayAvailability = z.infer<typeof dayAvailability>;

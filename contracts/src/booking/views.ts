import { z } from 'zod';
import { blockView } from '../block/views.ts';
import { hubRole } from '../clinic/events.ts';
import { specializationNames } from '../clinic/views.ts';
import { language } from '../language.ts';
import { attendance } from './attendance.ts';
import { bookingStatus, shownStatus } from './status.ts';

/** What calendars, histories and exports say of a booking. Dates are ISO 8601 with the clinic's offset. */
export const bookingFacts = z.object({
  id: z.string(),
  date: z.string(),
  ending_date: z.string(),
  timezone: z.string(),
  /** Minutes. */
  duration: z.int(),
  service: z.string(),
  pro_id: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  patient_id: z.string(),
  /** Apart from the status, which stays confirmed or orfan whether or not the patient came. */
  attendance,
  /** Since when the patient waits, or waited until they were seen; empty where nobody said that they came. */
  arrived_at: z.string(),
});
/** Every field is there; `date` and `ending_date` have the clinic's offset. */
export type BookingFacts = z.infer<typeof bookingFacts>;

/** A booking as the calendar shows it. */
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
  doctor_role: hubRole,
  patient_name: z.string(),
  patient_email: z.string(),
  patient_phone: z.string(),
  patient_prefix: z.string(),
  patient_notes: z.string(),
  /** Who is told where the patient is cared for: email and phone are theirs. Empty where patients are told themselves. */
  contact_id: z.string(),
  contact_name: z.string(),
  /** There where the last mail about it was not sent: somebody else has to tell the patient. */
  not_mailed: z.literal(true).optional(),
  /** There beside it where the patient's mail server refused the mail for good. */
  mail_refused: z.literal(true).optional(),
  mail_late: z.literal(true).optional(),
  /** Only for the treating professional; empty for others. */
  pro_notes: z.string(),
  /** The version of `pro_notes`, for `If-Match`; empty where they are not shown. */
  notes_version: z.string(),
  ...specializationNames.shape,
});
/** As calls and live messages carry it; `patient_name` is empty once the patient was erased. */
export type BookingView = z.infer<typeof bookingView>;

/** A booking as its patient sees it by the link in their mails. Dates are ISO 8601 with the clinic's offset. */
export const managedBooking = z.object({
  status: bookingStatus,
  date: z.string(),
  ending_date: z.string(),
  timezone: z.string(),
  service: z.string(),
  /** Minutes. */
  duration: z.int(),
  hub_service_id: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  clinic_address: z.string(),
  /** How to reach the clinic; empty where it does not say. */
  clinic_phone: z.string(),
  clinic_email: z.string(),
  professional: z.string(),
  /** Until when it can be moved and cancelled here, with the clinic's offset. */
  changeable_until: z.string(),
  /** How many hours before the appointment that is: the pro's `manageNoticeHours`. */
  notice_hours: z.int(),
  can_cancel: z.boolean(),
  /** A hub or clinic that is gone has no times to move to. */
  can_move: z.boolean(),
  language,
  /** The visit as a file for calendar programs (RFC 5545); null where it does not stand. */
  calendar_file: z.string().nullable(),
});
/** As the page behind the mailed link gets it after loading, moving and cancelling. */
export type ManagedBooking = z.infer<typeof managedBooking>;

/** A stretch in which a clinic takes no bookings; dates are the clinic's wall clock without offset. */
export const closingView = z.object({
  id: z.string(),
  title: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  starting_date: z.string(),
  ending_date: z.string(),
  type: z.literal('closing'),
});
/** Told apart from vacations by `type`. */
export type ClosingView = z.infer<typeof closingView>;

/** A stretch in which one professional takes no bookings at one clinic; dates are its wall clock without offset. */
export const vacationView = z.object({
  id: z.string(),
  title: z.string(),
  hub_id: z.string(),
  pro_name: z.string(),
  pro_email: z.string(),
  clinic_id: z.string(),
  clinic_name: z.string(),
  role: hubRole,
  starting_date: z.string(),
  ending_date: z.string(),
  type: z.literal('vacation'),
});
/** Told apart from closings by `type`. */
export type VacationView = z.infer<typeof vacationView>;

/** A time that somebody asked for and has not confirmed; it can be released as a booking is deleted. Nothing of who. */
export const heldTime = z.object({
  id: z.string(),
  date: z.string(),
  ending_date: z.string(),
  timezone: z.string(),
  pro_id: z.string(),
  clinic_id: z.string(),
  hubId: z.string(),
  /** Until when it is held, with the clinic's offset. */
  until: z.string(),
});
/** Dates are ISO 8601 with the clinic's offset. */
export type HeldTime = z.infer<typeof heldTime>;

/** The answer of `GET /api/pro_calendar/{proId}`: what touches the days asked for. */
export const proCalendar = z.object({
  bookings: z.array(bookingView),
  hubInactivities: z.array(vacationView),
  clinicInactivities: z.array(closingView),
  blocks: z.array(blockView),
  held: z.array(heldTime),
  /** Mails about what is shown here that wait for the mail server; absent where none does. */
  mailsWaiting: z.int().positive().optional(),
});
/** Bookings and blocked times by start; closings and vacations of the clinics that the pro may see. */
export type ProCalendar = z.infer<typeof proCalendar>;

/** One pro's record of one patient: another pro has another id for the same person. */
export const patientView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  prefix: z.string(),
  phone: z.string(),
  /** There where their data is restricted: shown, not changed, not mailed. */
  restricted: z.literal(true).optional(),
  /** There where the record is under legal hold, which keeps it from being erased: why. */
  legal_hold: z.string().optional(),
  /** There where the record is announced to be erased for its age: when, ISO 8601. */
  leaves_at: z.string().optional(),
  /** `YYYY-MM-DD`, where it was said. */
  birth_date: z.string(),
  /** The person of the same list who answers for them; empty where they answer for themselves. */
  responsible_id: z.string(),
  /** What they are to that person; empty as well. */
  relation: z.string(),
  /** There where a person suspended online booking for them: why, which may be empty. */
  suspended: z.string().optional(),
  /** The version of name, prefix and phone, for `If-Match`. */
  version: z.string(),
});
/** What was not given is empty. The phone without its prefix; a patient who is erased has no view. */
export type PatientView = z.infer<typeof patientView>;

/** How a patient kept their appointments with a pro, in figures: for a person to weigh, never for the system. */
export const patientAttendance = z.object({
  attended: z.int(),
  /** Missed without an excuse. */
  missed: z.int(),
  excused: z.int(),
  /** Cancelled by the patient less than a day before the start; counted apart, as the time could still be given away. */
  cancelled_late: z.int(),
});
/** Zeroes where nothing was said. */
export type PatientAttendance = z.infer<typeof patientAttendance>;

/** One day of the public page: who is free for what, at which `HH:mm` of the clinic's wall clock. */
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
      /** Minutes and euro, there where the professional has own ones. */
      duration: z.int().optional(),
      price: z.number().optional(),
      availabilities: z.array(z.string()),
    }),
  ),
});
/** `date` is `YYYY-MM-DD` on the clinic's calendar; a day without free times is left out. */
export type DayAvailability = z.infer<typeof dayAvailability>;

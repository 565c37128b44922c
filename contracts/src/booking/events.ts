import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import {
  bufferMinutes,
  childId,
  day,
  duration,
  id,
  instant,
  patientEmail,
  phone,
  prefix,
  priceCents,
  storedLine,
  text,
  timezone,
} from '../fields.ts';
import { language } from '../language.ts';
import { attendance } from './attendance.ts';

/** Who booked, as typed for this booking. */
export const contact = z.strictObject({
  name: storedLine(120),
  email: patientEmail.nullable(),
  prefix: prefix.nullable(),
  phone: phone.nullable(),
  patientNotes: text(2000),
  /** Where somebody else booked, who said it to tell twins and namesakes apart. */
  birthDate: day.optional(),
});
/**
 * Name, email, prefix, phone and notes; null of what was not given, which only professionals may leave out. A personal
 * field, which reads as `erased` once its patient's key is gone.
 */
export type Contact = z.infer<typeof contact>;

const contactPerson = contact.pick({ name: true, email: true, prefix: true, phone: true });
/** Who is told of somebody else's appointment: a personal field of their own, not the attendee's. */
export type ContactPerson = z.infer<typeof contactPerson>;

/** Minutes kept free before and after a visit; left out where there are none. */
const buffers = { bufferBefore: bufferMinutes.optional(), bufferAfter: bufferMinutes.optional() };

/** What was booked, kept as it was then. */
export const bookedService = z.strictObject({
  hubServiceId: childId,
  clinicServiceId: childId,
  serviceName: z.string(),
  specializationId: z.string(),
  duration,
  priceCents,
  ...buffers,
});
/** Ids, name, duration in minutes and price in cents; later changes of the clinic's list do not reach it. */
export type BookedService = z.infer<typeof bookedService>;

const booking = { bookingId: id, proId: id, clinicId: id, hubId: id, patientId: id };
const about = { subject: (data: { patientId: string }) => `patient-${data.patientId}` as const };
const interval = { reservationId: id, start: instant, end: instant };

const unmailedReason = z.enum(['budget', 'refused', 'late']);
/** Why a mail was not sent: a budget of the day was used up, the mail server refused it for good, or it was away for too long. */
export type UnmailedReason = z.infer<typeof unmailedReason>;

/** Events of `booking-<id>`: one booking's whole life. */
export const bookingEvents = {
  BookingPlaced: defineEvent(
    'BookingPlaced',
    {
      ...booking,
      ...interval,
      timezone,
      service: bookedService,
      contact: personal(contact),
      proNotes: personal(text(4000)),
      language,
      placedBy: z.enum(['pro', 'patient']),
      marketingConsent: z.boolean(),
      /** What the patient agreed to, and in which language; what a pro places asks the patient nothing. */
      consent: z.strictObject({ version: z.string(), sha256: z.string().length(64), language }).optional(),
      /** Until when the patient must confirm; null where the booking is confirmed at once. */
      confirmBy: instant.nullable(),
      /** A stranger asked for a service of known patients: it is held like any other and can never be confirmed. */
      declined: z.literal('not-known').optional(),
    },
    about,
  ),
  /** Somebody else than the patient, who attends, is told of the booking: the person who booked for them. */
  BookingContactNamed: defineEvent(
    'BookingContactNamed',
    { ...booking, contactId: id, contact: personal(contactPerson) },
    { subject: (data: { contactId: string }) => `patient-${data.contactId}` as const },
  ),
  /** The contact was erased, and nobody is told any more; the patient's booking stays. */
  BookingContactErased: defineEvent('BookingContactErased', { ...booking, contactId: id }),
  BookingConfirmed: defineEvent('BookingConfirmed', booking),
  BookingLapsed: defineEvent('BookingLapsed', booking),
  BookingMoved: defineEvent(
    'BookingMoved',
    {
      ...booking,
      ...interval,
      timezone,
      service: bookedService,
      by: z.enum(['pro', 'patient']),
      /** What the move leaves behind, so that it can be released. */
      previous: z.strictObject({ proId: id, ...interval, ...buffers }),
    },
    // Version 1 does not say who moved the booking; no mail is sent about those moves any more.
    { version: 2, upcasts: { 1: (data) => ({ ...data, by: 'pro' }) } },
  ),
  /**
   * Follows a move to another professional, whose own patient it is from now on: what was typed is written again with
   * that patient's key. Notes stay with their author; `proNotes` are those of an earlier time with the new one.
   */
  BookingHandedOver: defineEvent(
    'BookingHandedOver',
    {
      ...booking,
      contact: personal(contact),
      proNotes: personal(text(4000)),
      previous: z.strictObject({ proId: id, patientId: id }),
    },
    about,
  ),
  BookingNoted: defineEvent('BookingNoted', { ...booking, proNotes: personal(text(4000)) }, about),
  BookingOrphaned: defineEvent('BookingOrphaned', {
    ...booking,
    reason: z.enum(['hub-archived', 'clinic-archived', 'pro-deleted']),
  }),
  BookingCancelled: defineEvent('BookingCancelled', { ...booking, by: z.enum(['pro', 'patient', 'system']) }),
  /** The patient is there and waits, since `at`. */
  PatientArrived: defineEvent('PatientArrived', { ...booking, at: instant }),
  /** The patient was seen. */
  BookingAttended: defineEvent('BookingAttended', booking),
  /** The patient did not come; `excused` where they had a reason that does not count against them. */
  BookingMissed: defineEvent('BookingMissed', { ...booking, excused: z.boolean() }),
  /** Something else is said of it now; `arrivedAt` says since when the patient waits, or waited until they were seen. */
  AttendanceCorrected: defineEvent('AttendanceCorrected', {
    ...booking,
    attendance,
    previous: attendance,
    arrivedAt: instant.nullable(),
  }),
  /** The mail that would have told the patient how the booking stands was not sent. */
  BookingNotMailed: defineEvent(
    'BookingNotMailed',
    { ...booking, reason: unmailedReason },
    // Version 1 knew budgets only.
    { version: 2, upcasts: { 1: (data) => ({ ...data, reason: 'budget' }) } },
  ),
  /** The patient's data was erased, and the booking has no patient any more; one ahead is cancelled with it. */
  BookingPatientErased: defineEvent('BookingPatientErased', booking),
  /**
   * A taker found this reservation expired and unused, and fences it off: the booking that reserved it can no longer
   * place or move the booking onto it.
   */
  ReservationAbandoned: defineEvent('ReservationAbandoned', { bookingId: id, reservationId: id }),
};
/** An event of one booking, told apart by `type`. */
export type BookingEvent = EventsOf<typeof bookingEvents>;

/** What is known of a booking, as it was placed and as it is by now: commands, states and rows are made of it. */
export type BookingDetails = Extract<BookingEvent, { type: 'BookingPlaced' }>['data'];

/** Who is told of a booking that somebody else attends: another of the pro's patients, with data of their own. */
export type Told = Pick<
  Extract<BookingEvent, { type: 'BookingContactNamed' }>['data'],
  'contactId' | 'contact'
>;

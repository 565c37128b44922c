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
import { legalText } from '../legal-text.ts';
import { attendance } from './attendance.ts';
import { servicesMaximum } from './several-services.ts';

/** Contact details as typed for this booking. */
export const contact = z.strictObject({
  name: storedLine(120),
  email: patientEmail.nullable(),
  prefix: prefix.nullable(),
  phone: phone.nullable(),
  patientNotes: text(2000),
  /** Entered if someone else booked, to tell twins and namesakes apart. */
  birthDate: day.optional(),
});
/**
 * Null for details that were not given, which only professionals may leave out. Personal: reads as `erased` after the
 * patient's key is deleted.
 */
export type Contact = z.infer<typeof contact>;

const contactPerson = contact.pick({ name: true, email: true, prefix: true, phone: true });
/** The person who gets the mails for a patient in their care. Encrypted with this person's key, not the patient's. */
export type ContactPerson = z.infer<typeof contactPerson>;

/** Buffers in minutes; absent if there are none. */
const buffers = { bufferBefore: bufferMinutes.optional(), bufferAfter: bufferMinutes.optional() };

const serviceSnapshot = {
  hubServiceId: childId,
  clinicServiceId: childId,
  serviceName: z.string(),
  specializationId: z.string(),
  duration,
  priceCents,
};

/**
 * The service as it was when it was booked. If a visit has several services, `services` lists them: ids and
 * specialization are those of the first, the name has all names, duration and price are summed, buffers are the longest.
 */
export const bookedService = z.strictObject({
  ...serviceSnapshot,
  ...buffers,
  services: z.array(z.strictObject(serviceSnapshot)).min(2).max(servicesMaximum).optional(),
});
/** Ids, name, duration in minutes and price in cents. Later changes of the clinic's service do not affect it. */
export type BookedService = z.infer<typeof bookedService>;

/** A visit's place in a series of repeated visits: the `nth` of `of`. */
export const bookedSeries = z.strictObject({
  seriesId: id,
  nth: z.int().min(1),
  of: z.int().min(1),
});
export type BookedSeries = z.infer<typeof bookedSeries>;

/** Change of several visits of a series, which has one mail for all of them. */
const ofChange = { changeId: id.optional() };

const booking = { bookingId: id, proId: id, clinicId: id, hubId: id, patientId: id };
const about = { subject: (data: { patientId: string }) => `patient-${data.patientId}` as const };
const interval = { reservationId: id, start: instant, end: instant };

/** The patient's answer to a reminder. */
export const visitAnswer = z.enum(['coming', 'not-coming']);
export type VisitAnswer = z.infer<typeof visitAnswer>;

/** `failed`: the network reported that the text did not reach the phone. */
export const texted = z.enum(['sent', 'failed']);
export type Texted = z.infer<typeof texted>;

/** Reason for not sending a mail: a daily budget was used up, the mail server rejected it, or was down too long. */
export const unmailedReason = z.enum(['budget', 'refused', 'late']);
export type UnmailedReason = z.infer<typeof unmailedReason>;

/** Events of `booking-<id>`: a booking's whole life. */
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
      /** Language of the booking's mails and of the pages that they link to. */
      language,
      /** Set if the patient or the staff chose the language; otherwise it is a default. */
      languageChosen: z.literal(true).optional(),
      placedBy: z.enum(['pro', 'patient']),
      marketingConsent: z.boolean(),
      /** Set if the person who booked agreed to texts. */
      textsConsent: z.literal(true).optional(),
      /** The patient's consent, with its language. Bookings placed by a pro have none. */
      consent: legalText.optional(),
      /** The privacy notice that staff gave to the patient, with its language. */
      notice: legalText.optional(),
      /** Deadline for the patient's confirmation; null if the booking is confirmed at once. */
      confirmBy: instant.nullable(),
      /**
       * Set if a stranger asked for a service that is for known patients only: the booking is held
       * like any other, but cannot be confirmed.
       */
      declined: z.literal('not-known').optional(),
      /** Set if the visit is one of a series, which has one mail for all its visits. */
      series: bookedSeries.optional(),
    },
    about,
  ),
  /** Someone books for the patient and gets the mails. */
  BookingContactNamed: defineEvent(
    'BookingContactNamed',
    { ...booking, contactId: id, contact: personal(contactPerson) },
    { subject: (data: { contactId: string }) => `patient-${data.contactId}` as const },
  ),
  /** The contact was erased and gets no more mails. The patient's booking stays. */
  BookingContactErased: defineEvent('BookingContactErased', { ...booking, contactId: id }),
  /**
   * The email of the person who gets the mails was corrected in their record. Links that were mailed before have ended.
   * `contactId` is null if the patient gets the mails; links carry the `turn` in which they were made. `series` is set
   * for a visit of a series; the `last` of a correction causes one mail for all of them.
   */
  BookingEmailCorrected: defineEvent(
    'BookingEmailCorrected',
    {
      ...booking,
      contactId: id.nullable(),
      email: personal(patientEmail),
      turn: z.int().min(1),
      series: z.strictObject({ seriesId: id, last: z.boolean() }).optional(),
    },
    {
      subject: ({ contactId, patientId }: { contactId: string | null; patientId: string }) =>
        `patient-${contactId ?? patientId}` as const,
    },
  ),
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
      ...ofChange,
      /** The reservation before the move, so that it can be released. */
      previous: z.strictObject({ proId: id, ...interval, ...buffers }),
    },
    // Version 1 has no `by`. Mails about those moves have long been sent, so any value will do.
    { version: 2, upcasts: { 1: (data) => ({ ...data, by: 'pro' }) } },
  ),
  /**
   * Follows a move to another professional, who gets a patient record of their own: contact details are encrypted
   * with that record's key. Notes stay with their author; `proNotes` are earlier notes of the new professional.
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
  BookingCancelled: defineEvent('BookingCancelled', {
    ...booking,
    by: z.enum(['pro', 'patient', 'system']),
    ...ofChange,
  }),
  /** The patient has been waiting since `at`. */
  PatientArrived: defineEvent('PatientArrived', { ...booking, at: instant }),
  BookingAttended: defineEvent('BookingAttended', booking),
  /** `excused`: for a reason that does not count against the patient. */
  BookingMissed: defineEvent('BookingMissed', { ...booking, excused: z.boolean() }),
  /** Corrects the attendance. `arrivedAt` is the start of the patient's wait, also after they were seen. */
  AttendanceCorrected: defineEvent('AttendanceCorrected', {
    ...booking,
    attendance,
    previous: attendance,
    arrivedAt: instant.nullable(),
  }),
  /** The patient answered a reminder; `start` is the time of the visit then. Nothing is cancelled by it. */
  VisitAnswered: defineEvent('VisitAnswered', { ...booking, answer: visitAnswer, start: instant }),
  /** A reminder of the visit at `start` was a text. */
  VisitTexted: defineEvent('VisitTexted', { ...booking, start: instant, state: texted }),
  /**
   * The mail about the booking's state was not sent to the patient. `further`: the mail was about several visits of a
   * series, and the same event of another visit gives the notice.
   */
  BookingNotMailed: defineEvent(
    'BookingNotMailed',
    { ...booking, reason: unmailedReason, further: z.literal(true).optional() },
    // Version 1 existed only for budgets.
    { version: 2, upcasts: { 1: (data) => ({ ...data, reason: 'budget' }) } },
  ),
  /** The patient was erased; the booking no longer has one. A future booking is cancelled as well. */
  BookingPatientErased: defineEvent('BookingPatientErased', booking),
  /**
   * Another command found the reservation expired and unused. No booking can be placed on it or moved to it any more.
   */
  ReservationAbandoned: defineEvent('ReservationAbandoned', { bookingId: id, reservationId: id }),
};
export type BookingEvent = EventsOf<typeof bookingEvents>;

/** A booking's details, as placed or current. */
export type BookingDetails = Extract<BookingEvent, { type: 'BookingPlaced' }>['data'];

/** The person who gets the mails for a booking that someone else attends: another patient of the pro. */
export type BookingContact = Pick<
  Extract<BookingEvent, { type: 'BookingContactNamed' }>['data'],
  'contactId' | 'contact'
>;

import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { day, id, instant, patientEmail, phone, prefix, storedLine, text } from '../fields.ts';
import { language } from '../language.ts';
import { legalText } from '../legal-text.ts';
import { patientTags, patientNote } from './remarks.ts';

const patientIds = { patientId: id, proId: id };
const about = { subject: (data: { patientId: string }) => `patient-${data.patientId}` as const };

const patientContact = z.strictObject({
  name: storedLine(120),
  prefix: prefix.nullable(),
  phone: phone.nullable(),
});
/**
 * Name and phone, encrypted as one value; prefix and phone are null if unknown. The email is apart.
 */
export type PatientContact = z.infer<typeof patientContact>;

/** Relation of a patient to the responsible person. */
export const relation = z.enum(['child', 'parent', 'partner', 'other']);
/** Also `other` if unknown. */
export type Relation = z.infer<typeof relation>;

/**
 * Events of `patient-<id>`: one pro's record of a patient. The id is random; only the vault knows which email belongs
 * to it, until the patient is erased.
 */
export const patientEvents = {
  PatientRegistered: defineEvent(
    'PatientRegistered',
    {
      ...patientIds,
      /** Null for patients without email, whom only professionals can book for. */
      email: personal(patientEmail.nullable()),
      contact: personal(patientContact),
      birthDate: personal(day.nullable()),
      /** Absent until the patient or the pro has chosen one. */
      language: language.optional(),
      /** The clinic at which staff registered the patient without a visit. */
      clinicId: id.optional(),
      /** The privacy notice that staff gave to the patient, with its language. */
      notice: legalText.optional(),
      /** The patient's answer to marketing, if staff asked for it. */
      marketingConsent: z.boolean().optional(),
    },
    // Version 1 always had an email and a phone, and no date of birth.
    { ...about, version: 2, upcasts: { 1: (data) => ({ ...data, birthDate: null }) } },
  ),
  /**
   * A correction. With an `email`, a `birthDate` or a `language`, the event changes only these, and `contact` is the
   * present one.
   */
  PatientUpdated: defineEvent(
    'PatientUpdated',
    {
      ...patientIds,
      contact: personal(patientContact),
      email: personal(patientEmail).optional(),
      birthDate: personal(day.nullable()).optional(),
      language: language.optional(),
    },
    about,
  ),
  /**
   * Restriction of processing (GDPR article 18): the data is kept and shown, but neither changed nor used for mails.
   */
  PatientRestricted: defineEvent('PatientRestricted', patientIds),
  PatientRestrictionLifted: defineEvent('PatientRestrictionLifted', patientIds),
  /** The record is needed for a legal claim or duty: it cannot be erased until the hold is lifted. */
  LegalHoldSet: defineEvent('LegalHoldSet', { ...patientIds, reason: personal(text(500)) }, about),
  LegalHoldLifted: defineEvent('LegalHoldLifted', { ...patientIds, reason: personal(text(500)) }, about),
  /** Another patient is responsible for this patient and gets the mails. */
  PatientPlacedUnder: defineEvent('PatientPlacedUnder', { ...patientIds, responsibleId: id, relation }),
  /**
   * No other patient is responsible for this patient any more; from now on mails go to the
   * patient's own email, if there is one.
   */
  PatientOnTheirOwn: defineEvent(
    'PatientOnTheirOwn',
    { ...patientIds, email: personal(patientEmail.nullable()) },
    about,
  ),
  /** Staff suspended online booking for the patient, with a reason. Staff can still book for them. */
  OnlineBookingSuspended: defineEvent(
    'OnlineBookingSuspended',
    { ...patientIds, reason: personal(text(500)) },
    about,
  ),
  OnlineBookingResumed: defineEvent('OnlineBookingResumed', patientIds),
  /** All tags of the patient; an empty list removes them. */
  PatientTagsSet: defineEvent('PatientTagsSet', { ...patientIds, tags: personal(patientTags) }, about),
  /** The pro's note about the patient; empty removes it. */
  PatientNoteWritten: defineEvent(
    'PatientNoteWritten',
    { ...patientIds, note: personal(patientNote) },
    about,
  ),
  /**
   * All choices of the patient about messages. `texts`: consent to texts. `stopped`: no reminders, offers or
   * invitations. `recalls`: may be invited to a next visit.
   */
  PatientMessagesChosen: defineEvent('PatientMessagesChosen', {
    ...patientIds,
    texts: z.boolean(),
    /**
     * Extent of the consent to texts. `all`: reminders, offers of earlier times and invitations to a next visit; absent:
     * reminders only, as in early consents.
     */
    textsFor: z.literal('all').optional(),
    stopped: z.boolean(),
    recalls: z.boolean(),
    /** With a booking, by staff, on the patient's own page, or by an answer to a text. */
    by: z.enum(['booking', 'staff', 'page', 'answer']),
  }),
  /** The patient answered a text with words that are no stop. `answerId` is made of the gateway's request. */
  PatientAnsweredText: defineEvent(
    'PatientAnsweredText',
    { ...patientIds, answerId: id, answer: personal(text(1000)) },
    about,
  ),
  /**
   * The pro's retention period after the last appointment is over: the record is erased at `due` unless something
   * changes.
   */
  PatientErasureAnnounced: defineEvent('PatientErasureAnnounced', {
    ...patientIds,
    due: instant,
    years: z.int().min(1),
  }),
  /**
   * The record stays for now. `needed`: a new appointment, or a dependant who stays; `option`: the pro extended the
   * retention period.
   */
  PatientErasureCalledOff: defineEvent('PatientErasureCalledOff', {
    ...patientIds,
    because: z.enum(['needed', 'option', 'legal-hold', 'restricted']),
  }),
  /** Nothing of the patient is shown any more; erasure of their personal data has begun. */
  PatientErasureRequested: defineEvent('PatientErasureRequested', patientIds),
  /** Mails about the patient are deleted, and none will follow. */
  PatientMailsDeleted: defineEvent('PatientMailsDeleted', patientIds),
  /** The patient's key is deleted, which makes their personal data in all events unreadable. */
  PatientErased: defineEvent('PatientErased', patientIds),
};
export type PatientEvent = EventsOf<typeof patientEvents>;

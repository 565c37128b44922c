import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { day, id, instant, patientEmail, phone, prefix, storedLine, text } from '../fields.ts';
import { patientTags, patientNote } from './remarks.ts';

const patientIds = { patientId: id, proId: id };
const about = { subject: (data: { patientId: string }) => `patient-${data.patientId}` as const };

const patientContact = z.strictObject({
  name: storedLine(120),
  prefix: prefix.nullable(),
  phone: phone.nullable(),
});
/**
 * Name and phone, encrypted as one value; prefix and phone are null where none was given. The email stands beside it, as
 * corrections leave it alone.
 */
export type PatientContact = z.infer<typeof patientContact>;

/** What somebody is to the person who cares for them. */
export const relation = z.enum(['child', 'parent', 'partner', 'other']);
/** `other` too where nobody said. */
export type Relation = z.infer<typeof relation>;

/**
 * Events of `patient-<id>`: one pro's record of one patient. The id is random; which email leads to it is known to the
 * vault alone, until the patient is erased.
 */
export const patientEvents = {
  PatientRegistered: defineEvent(
    'PatientRegistered',
    {
      ...patientIds,
      /** Null of whom only professionals book for. */
      email: personal(patientEmail.nullable()),
      contact: personal(patientContact),
      birthDate: personal(day.nullable()),
    },
    // Of version 1 everybody had an email and a phone, and nobody was asked when they were born.
    { ...about, version: 2, upcasts: { 1: (data) => ({ ...data, birthDate: null }) } },
  ),
  PatientUpdated: defineEvent('PatientUpdated', { ...patientIds, contact: personal(patientContact) }, about),
  /** Their data is shown and kept, and neither changed nor written to, as article 18 of the GDPR has it. */
  PatientRestricted: defineEvent('PatientRestricted', patientIds),
  PatientRestrictionLifted: defineEvent('PatientRestrictionLifted', patientIds),
  /** The record is needed for a legal claim or duty, and why: until that is lifted, nothing erases it. */
  LegalHoldSet: defineEvent('LegalHoldSet', { ...patientIds, reason: personal(text(500)) }, about),
  LegalHoldLifted: defineEvent('LegalHoldLifted', { ...patientIds, reason: personal(text(500)) }, about),
  /** Somebody else is told of their appointments, and answers for them. */
  PatientPlacedUnder: defineEvent('PatientPlacedUnder', { ...patientIds, responsibleId: id, relation }),
  /** Nobody answers for them any more; the email, if there is one, is theirs from now on. */
  PatientOnTheirOwn: defineEvent(
    'PatientOnTheirOwn',
    { ...patientIds, email: personal(patientEmail.nullable()) },
    about,
  ),
  /** A person decided that the patient cannot book online, and why; staff can still book for them. */
  OnlineBookingSuspended: defineEvent(
    'OnlineBookingSuspended',
    { ...patientIds, reason: personal(text(500)) },
    about,
  ),
  OnlineBookingResumed: defineEvent('OnlineBookingResumed', patientIds),
  /** All the words by which the pro groups the patient from now on; none take the last away. */
  PatientTagsSet: defineEvent('PatientTagsSet', { ...patientIds, tags: personal(patientTags) }, about),
  /** What the pro keeps in mind about the patient; empty where it was taken away. */
  PatientNoteWritten: defineEvent(
    'PatientNoteWritten',
    { ...patientIds, note: personal(patientNote) },
    about,
  ),
  /**
   * So many years have passed since the last appointment, which is as long as the pro keeps records: nothing else
   * happening, the record is erased at `due`.
   */
  PatientErasureAnnounced: defineEvent('PatientErasureAnnounced', {
    ...patientIds,
    due: instant,
    years: z.int().min(1),
  }),
  /**
   * The record stays for now. `needed`: there is an appointment again, or somebody whom the patient answers for stays;
   * `option`: the pro keeps records longer by now.
   */
  PatientErasureCalledOff: defineEvent('PatientErasureCalledOff', {
    ...patientIds,
    because: z.enum(['needed', 'option', 'legal-hold', 'restricted']),
  }),
  /** Nothing of the patient is shown any more, and their personal data is being erased. */
  PatientErasureRequested: defineEvent('PatientErasureRequested', patientIds),
  /** The mails that were about the patient are gone, and none will follow. */
  PatientMailsDeleted: defineEvent('PatientMailsDeleted', patientIds),
  /** The patient's key is gone, and with it their personal data in all events. */
  PatientErased: defineEvent('PatientErased', patientIds),
};
/** An event of one pro's record of one patient, told apart by `type`. */
export type PatientEvent = EventsOf<typeof patientEvents>;

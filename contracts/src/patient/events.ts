import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, line, phone, prefix } from '../fields.ts';

const patientIds = { patientId: id, proId: id };
const about = { subject: (data: { patientId: string }) => `patient-${data.patientId}` as const };

const patientContact = z.strictObject({ name: line(120), prefix, phone });
/** Name and phone, encrypted as one value; the email stands beside it, as corrections leave it alone. */
export type PatientContact = z.infer<typeof patientContact>;

/**
 * Events of `patient-<id>`: one pro's record of one patient. The id is random; which email leads to it is known to the
 * vault alone, until the patient is erased.
 */
export const patientEvents = {
  PatientRegistered: defineEvent(
    'PatientRegistered',
    { ...patientIds, email: personal(z.string()), contact: personal(patientContact) },
    about,
  ),
  PatientUpdated: defineEvent('PatientUpdated', { ...patientIds, contact: personal(patientContact) }, about),
  /** Nothing of the patient is shown any more, and their personal data is being erased. */
  PatientErasureRequested: defineEvent('PatientErasureRequested', patientIds),
  /** The mails that were about the patient are gone, and none will follow. */
  PatientMailsDeleted: defineEvent('PatientMailsDeleted', patientIds),
  /** The patient's key is gone, and with it their personal data in all events. */
  PatientErased: defineEvent('PatientErased', patientIds),
};
/** An event of one pro's record of one patient, told apart by `type`. */
export type PatientEvent = EventsOf<typeof patientEvents>;

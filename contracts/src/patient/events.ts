import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, line, phone, prefix } from '../fields.ts';

const patientIds = { patientId: id, proId: id };
const about = { subject: (data: { patientId: string }) => `patient-${data.patientId}` as const };

export const patientContact = z.strictObject({ name: line(120), prefix, phone });
export type PatientContact = z.infer<typeof patientContact>;

/** Events of `patient-<id>`: one pro's record of one patient. The id is a keyed hash of pro and email. */
export const patientEvents = {
  PatientRegistered: defineEvent(
    'PatientRegistered',
    { ...patientIds, email: personal(z.string()), contact: personal(patientContact) },
    about,
  ),
  PatientUpdated: defineEvent('PatientUpdated', { ...patientIds, contact: personal(patientContact) }, about),
};
export type PatientEvent = EventsOf<typeof patientEvents>;

import type { Contact, BookingContact } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import { type Step, step } from '@visita/platform/runtime/commit';
import type { Domain } from '../domain.ts';
import type { PatientCommand } from './decider.ts';

type Booked = { patientId: string; proId: string; contact: Contact; told: BookingContact | null };

type Register = Extract<PatientCommand, { type: 'register' }>;

/**
 * Returns the missing records of a booking: the patient's, and the responsible person's if another
 * person booked. Existing records stay; an erased patient is registered again under another id.
 */
const missingRecords = ({ patients }: Pick<Domain, 'patients'>, booked: Booked): Register[] => {
  const { patientId, proId, told } = booked;
  const { name, email, prefix, phone, birthDate = null } = booked.contact;
  const known = told && !isErased(told.contact) ? { ...told, contact: told.contact } : null;
  const patient = { patientId, proId, email, contact: { name, prefix, phone }, birthDate };
  const under = known && ({ responsibleId: known.contactId, relation: 'other' } as const);
  const records: Register[] = [{ type: 'register', patient, under }];
  if (known) {
    const { email: toldEmail, ...contact } = known.contact;
    const responsible = { patientId: known.contactId, proId, email: toldEmail, contact, birthDate: null };
    records.unshift({ type: 'register', patient: responsible });
  }
  return records.filter((record) => patients.peek(record.patient.patientId).status === 'none');
};

/**
 * Creates the steps that register the patient, and the responsible person if there is one, unless
 * the pro has their records.
 */
export const registerSteps = (domain: Pick<Domain, 'patients'>, booked: Booked): Step[] =>
  missingRecords(domain, booked).map((record) => step(domain.patients, record.patient.patientId, record));

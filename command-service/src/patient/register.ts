import type { Contact, Told } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import type { Cause, Proposal } from '@visita/platform/runtime/decider';
import type { Domain } from '../domain.ts';
import type { Execute } from '../unit-of-work.ts';
import type { PatientCommand } from './decider.ts';

type Booked = { patientId: string; proId: string; contact: Contact; told: Told | null };

type Register = Extract<PatientCommand, { type: 'register' }>;

/**
 * The records that are missing of who booked and of whom they booked for, if another person answers for the patient. An
 * existing record stays as it is; where there ever was one, who is erased comes back under another id.
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

/** The same as they would be appended. */
export const proposeRecords = (domain: Pick<Domain, 'patients'>, booked: Booked, cause: Cause): Proposal[] =>
  missingRecords(domain, booked).flatMap(
    (record) => domain.patients.propose(record.patient.patientId, [record], cause) ?? [],
  );

/** Makes the pro's records of who booked, and of whom they booked for, where there are none. */
export const registerPatient = async (domain: Domain, booked: Booked, execute: Execute): Promise<void> => {
  for (const record of missingRecords(domain, booked))
    await execute(domain.patients, record.patient.patientId, record);
};

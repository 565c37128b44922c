import type { Contact, Told } from '@visita/contracts/booking/events';
import { isErased } from '@visita/contracts/event';
import type { Domain } from '../domain.ts';
import type { Execute } from '../unit-of-work.ts';
import type { PatientCommand } from './decider.ts';

type Booked = { patientId: string; proId: string; contact: Contact; told: Told | null };

/** An existing record stays as it is; where there ever was one, who is erased comes back under another id. */
const register = async (
  { patients }: Domain,
  command: Extract<PatientCommand, { type: 'register' }>,
  execute: Execute,
): Promise<void> => {
  const { patientId } = command.patient;
  if (patients.peek(patientId).status !== 'none') return;
  await execute(patients, patientId, command);
};

/**
 * Makes the pro's records of who booked and of whom they booked for, where there are none, if another person answers for the
 * patient.
 */
export const registerPatient = async (domain: Domain, booked: Booked, execute: Execute): Promise<void> => {
  const { patientId, proId, told } = booked;
  const { name, email, prefix, phone, birthDate = null } = booked.contact;
  const known = told && !isErased(told.contact) ? { ...told, contact: told.contact } : null;
  if (known) {
    const { email: toldEmail, ...contact } = known.contact;
    const responsible = { patientId: known.contactId, proId, email: toldEmail, contact, birthDate: null };
    await register(domain, { type: 'register', patient: responsible }, execute);
  }
  const patient = { patientId, proId, email, contact: { name, prefix, phone }, birthDate };
  const under = known && ({ responsibleId: known.contactId, relation: 'other' } as const);
  await register(domain, { type: 'register', patient, under }, execute);
};

import type { Contact } from '@visita/contracts/booking/events';
import type { Domain } from '../domain.ts';
import type { Execute } from '../unit-of-work.ts';

type Booked = { patientId: string; proId: string; contact: Contact };

/** Makes the pro's record of a patient where there is none; an existing record stays as it is. */
export const registerPatient = ({ patients }: Domain, booked: Booked, execute: Execute) => {
  const { patientId, proId } = booked;
  const { name, email, prefix, phone } = booked.contact;
  const contact = { name, prefix, phone };
  return execute(patients, patientId, { type: 'register', patientId, proId, email, contact });
};

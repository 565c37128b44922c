import type { Contact } from '@visita/contracts/booking/events';
import type { Cause } from '@visita/platform/decider';
import type { Domain } from '../domain.ts';

type Booked = { patientId: string; proId: string; contact: Contact };

/** Makes the pro's record of whoever booked, where there is none; what is stored stays. */
export const registerPatient = ({ patients }: Domain, booked: Booked, cause: Cause) => {
  const { patientId, proId } = booked;
  const { name, email, prefix, phone } = booked.contact;
  const contact = { name, prefix, phone };
  return patients.execute(patientId, { type: 'register', patientId, proId, email, contact }, cause);
};

/** The later of two positions, of which either may be missing. */
export const later = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null && one > other ? one : (other ?? one);

import { type Erased, readable } from '@visita/contracts/event';
import type { PatientContact } from '@visita/contracts/patient/events';

/** A patient's name and phone as columns. */
export const contactColumns = (contact: PatientContact | Erased) => {
  const known = readable(contact);
  return { name: known?.name ?? null, prefix: known?.prefix ?? null, phone: known?.phone ?? null };
};

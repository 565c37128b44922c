import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the patient commands. */
export type PatientDeps = Pick<
  Dependencies,
  'consentTexts' | 'dependants' | 'domain' | 'isUpdateComplete' | 'legalHolds' | 'now' | 'pseudonyms'
> & {
  /** Returns the ids of all bookings of a patient, also unconfirmed and former ones. */
  readonly bookingsOf: (patientId: string) => Promise<readonly string[]>;
};

import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the patient commands. */
export type PatientDeps = Pick<Dependencies, 'dependants' | 'domain' | 'legalHolds' | 'now' | 'pseudonyms'>;

import { isMeant } from '@visita/contracts/patient/search';

type Searched = Parameters<typeof isMeant>[0];

/** Finds by name or email regardless of case, or by part of a phone; none for an empty query. */
export const searchPatients = <Patient extends Searched>(
  patients: readonly Patient[],
  query: string,
): Patient[] => (query.trim() === '' ? [] : patients.filter((patient) => isMeant(patient, query)));

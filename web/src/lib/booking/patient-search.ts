import { isMeant } from '@visita/contracts/patient/search';

type Searched = Parameters<typeof isMeant>[0];

/** Name or email in any case, or part of the phone; nothing for an empty query. */
export const searchPatients = <Patient extends Searched>(
  patients: readonly Patient[],
  query: string,
): Patient[] => (query.trim() === '' ? [] : patients.filter((patient) => isMeant(patient, query)));

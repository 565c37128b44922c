import { Rejection } from '@visita/contracts/problem';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import type { Dependants } from './dependants.ts';
import { type DuplicatesState, keptIn, recordsIn } from './duplicates.decider.ts';
import { type Born, dependantOf, requirePatient } from './known.ts';

type Duplicates = Pick<Domain, 'duplicates'>;

export const keptOf = async ({ duplicates }: Duplicates, proId: string, patientId: string): Promise<string> =>
  keptIn((await duplicates.load(proId)).state, patientId);

/** Like the function above, with the state that this call has already read. */
export const seenKept = ({ duplicates }: Duplicates, proId: string, patientId: string): string =>
  keptIn(duplicates.peek(proId), patientId);

/** Returns all records of a person, the kept one first. */
export const recordsOf = async ({ duplicates }: Duplicates, proId: string, patientId: string) =>
  recordsIn((await duplicates.load(proId)).state, patientId);

/**
 * Returns a pro's patient that is not merged into another. Throws `patient-merged` otherwise, since
 * changes to a merged record would be invisible.
 */
export const requireShown = async (domain: Domain, patientId: string, proId: string) => {
  const patient = await requirePatient(domain, patientId, [proId]);
  if ((await keptOf(domain, proId, patientId)) !== patientId) throw new Rejection('patient-merged');
  return patient;
};

type Cared = Born & { readonly proId: string; readonly responsibleId: string };

/** Finds a dependant by name and date of birth, under any of the person's records; null if there is none. */
export const findDependant = async (
  { pseudonyms }: Pick<Dependencies, 'pseudonyms'>,
  merges: DuplicatesState,
  { proId, responsibleId, ...born }: Cared,
): Promise<string | null> => {
  for (const id of recordsIn(merges, responsibleId)) {
    const found = await pseudonyms.find(dependantOf(proId, id, born));
    if (found !== null) return found;
  }
  return null;
};

/** Returns a person's present dependants, under any of their records, each with all records. */
export const caredFor = async (
  { domain, dependants }: { domain: Domain; dependants: Pick<Dependants, 'of'> },
  proId: string,
  patientId: string,
): Promise<string[]> => {
  const records: readonly string[] = await recordsOf(domain, proId, patientId);
  const ids = (await Promise.all(records.map((id) => dependants.of(id)))).flat();
  const states = await Promise.all(ids.map(async (id) => (await domain.patients.load(id)).state));
  const cared = states.flatMap((state) =>
    state.status === 'registered' && state.under && records.includes(state.under.responsibleId)
      ? [state.patientId]
      : [],
  );
  const all = await Promise.all(cared.map((id) => recordsOf(domain, proId, id)));
  return [...new Set(all.flatMap((own) => own.toReversed()))];
};

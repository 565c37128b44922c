import { sampleId } from '@visita/contracts/samples';
import type { Database } from '@visita/platform/postgres/connect';
import { duplicateHandlers } from '@visita/query-service/patient/duplicates';
import { patientListHandlers } from '@visita/query-service/patient/list';
import { fillReadModels, placeOf } from '../tests/support/clinics-with-history.ts';
import { contextOf, dependenciesOn, timesOf } from './support/asking.ts';

/** Milliseconds of an answer, without HTTP. */
export type PatientFigures = {
  readonly what: string;
  readonly patients: number;
  readonly p50: number;
  readonly p99: number;
};

const rounds = 200;
const sizes = [100, 10_000];
const visitsEach = 3;

const questions = (patients: number): readonly (readonly [what: string, query: Record<string, string>])[] => [
  ['the first page', {}],
  ['the last page', { from: String(patients - 100) }],
  ['a search', { search: `paziente ${patients / 2}` }],
  ['who comes next', { sort: 'next_visit' }],
];

/** Measures the list of patients and the search for duplicates, for a small and a large practice. */
export const benchPatients = async ({ database }: { database: Database }): Promise<PatientFigures[]> => {
  const figures: PatientFigures[] = [];
  const dependencies = dependenciesOn(database);
  const { getPatientList } = patientListHandlers(dependencies);
  const { getDuplicates } = duplicateHandlers(dependencies);
  const context = contextOf(placeOf(0).proId);
  for (const size of sizes) {
    const patients = Array.from({ length: size }, (_, index) => sampleId(5, index + 1));
    await fillReadModels(database, [{ bookings: size * visitsEach, patients }]);
    for (const [what, query] of questions(size)) {
      const times = await timesOf(rounds, () => getPatientList({ ...context, query }));
      figures.push({ what, patients: size, ...times });
    }
    const times = await timesOf(rounds / 10, () => getDuplicates({ ...context, query: {} }));
    figures.push({ what: 'who may be one person', patients: size, ...times });
  }
  return figures;
};

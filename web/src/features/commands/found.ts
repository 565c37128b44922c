import type { BookingView, PatientView } from '@visita/contracts/booking/views';
import { searchPatients } from '../../lib/booking/patient-search.ts';
import { daysMeant, plain } from './day-words.ts';

export type Action = { name: string; run: () => void };

/** A patient; the professional is named if it is a clinic's patient. */
export type FoundPatient = PatientView & { pro_id?: string | undefined; professional?: string | undefined };

export type Found =
  | { kind: 'day'; day: string }
  | { kind: 'patient'; patient: FoundPatient }
  | { kind: 'booking'; booking: BookingView }
  | { kind: 'action'; action: Action };

type Known = {
  patients: readonly FoundPatient[];
  bookings: readonly BookingView[];
  actions: readonly Action[];
  now: string;
};

const most = 5;

/**
 * Returns the results of a query by relevance: a day written out, patients, their upcoming bookings, actions.
 */
export const findAll = (query: string, { patients, bookings, actions, now }: Known): Found[] => {
  const words = plain(query);
  if (words === '') return actions.map((action) => ({ kind: 'action', action }));
  const found = searchPatients(patients, query.trim());
  const ids = new Set(found.map(({ id }) => id));
  const days = daysMeant(query, now.slice(0, 10)).map((day): Found => ({ kind: 'day', day }));
  const ofPatients = found.slice(0, most).map((patient): Found => ({ kind: 'patient', patient }));
  const toCome = bookings
    .filter(({ patient_id: id, date }) => ids.has(id) && date >= now.slice(0, 10))
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .slice(0, most)
    .map((booking): Found => ({ kind: 'booking', booking }));
  const named = actions
    .filter(({ name }) => plain(name).includes(words))
    .map((action): Found => ({ kind: 'action', action }));
  // "mar" means Marco before Tuesday; "martedì" means the day.
  return words.length > 3
    ? [...days, ...ofPatients, ...toCome, ...named]
    : [...ofPatients, ...toCome, ...days, ...named];
};

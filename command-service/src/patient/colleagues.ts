import { Rejection } from '@visita/contracts/problem';
import { seesPatients } from '../access.ts';
import type { Domain } from '../domain.ts';
import type { PatientDeps } from './deps.ts';
import { requirePatient } from './known.ts';
import { recordsOf, requireShown } from './merged.ts';

type Deps = Pick<PatientDeps, 'domain' | 'bookingsOf'>;

/** Returns the clinics at which a record has or had a visit. */
async function* clinicsOf({ domain, bookingsOf }: Deps, patientId: string): AsyncGenerator<string> {
  const seen = new Set<string>();
  for (const bookingId of await bookingsOf(patientId)) {
    const { state } = await domain.bookings.load(bookingId);
    // Anyone can request a booking with another person's email: it counts once it is confirmed.
    if (state.status !== 'confirmed' && state.status !== 'orfan') continue;
    const isOfPatient = state.patientId === patientId || state.told?.contactId === patientId;
    if (!isOfPatient || seen.has(state.clinicId)) continue;
    seen.add(state.clinicId);
    yield state.clinicId;
  }
}

const runsTogether = async ({ clinics }: Domain, clinicId: string, proIds: readonly [string, string]) => {
  const [callerId, colleagueId] = proIds;
  const { state } = await clinics.load(clinicId);
  if (state.status !== 'active' || !seesPatients(state, callerId)) return false;
  return state.team.some(({ proId, status }) => proId === colleagueId && status !== 'archived');
};

const isSeen = async (deps: Deps, patientId: string, proIds: readonly [string, string]): Promise<boolean> => {
  for (const id of await recordsOf(deps.domain, proIds[1], patientId))
    for await (const clinicId of clinicsOf(deps, id))
      if (await runsTogether(deps.domain, clinicId, proIds)) return true;
  return false;
};

/**
 * Returns a patient whose details the caller may correct: their own, or that of a colleague with a visit at a clinic
 * where the caller sees all patients. Throws `not-found`, `patient-merged`, or `legal-hold` for a colleague's record.
 */
export const requireCorrectable = async (deps: Deps, patientId: string, callerId: string) => {
  const { state } = await deps.domain.patients.load(patientId);
  if (state.status !== 'registered') throw new Rejection('not-found');
  const { proId } = state;
  if (proId !== callerId) {
    await requirePatient(deps.domain, patientId, [proId]);
    if (!(await isSeen(deps, patientId, [callerId, proId]))) throw new Rejection('not-found');
    if (state.held)
      throw new Rejection('legal-hold', 'A record under legal hold is changed only by its professional.');
  }
  return requireShown(deps.domain, patientId, proId);
};

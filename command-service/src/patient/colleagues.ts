import { Rejection } from '@visita/contracts/problem';
import { loadClinic, membershipOf, seesPatients } from '../access.ts';
import type { Domain } from '../domain.ts';
import type { PatientDeps } from './deps.ts';
import { requirePatient } from './known.ts';
import { recordsOf, requireShown } from './merged.ts';

type Deps = Pick<PatientDeps, 'domain' | 'bookingsOf'>;

/** Returns the clinics at which a record has or had a visit, or was registered. */
async function* clinicsOf({ domain, bookingsOf }: Deps, patientId: string): AsyncGenerator<string> {
  const seen = new Set<string>();
  const { state: patient } = await domain.patients.load(patientId);
  if (patient.status === 'registered' && patient.clinicId !== undefined) {
    seen.add(patient.clinicId);
    yield patient.clinicId;
  }
  for (const bookingId of await bookingsOf(patientId)) {
    const { state } = await domain.bookings.load(bookingId);
    // Anyone can request a booking with another person's email: it counts once it is confirmed.
    if (state.status === 'none' || !state.wasConfirmed) continue;
    const isOfPatient =
      [state.patientId, state.told?.contactId].includes(patientId) ||
      Object.values(state.patientsLeft).includes(patientId);
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

type Registering = {
  readonly callerId: string;
  readonly proId: string;
  readonly clinicId: string | undefined;
};

/**
 * Throws `not-found` unless the caller may register a patient with a professional at a clinic: their own at their
 * clinics, those of a colleague where the caller sees all patients, and none for a reception.
 */
export const requireRegistrar = async (
  { domain }: Pick<Deps, 'domain'>,
  { callerId, proId, clinicId }: Registering,
): Promise<void> => {
  if (clinicId === undefined) {
    if (proId !== callerId)
      throw new Rejection('not-found', 'clinic_id is needed to register a patient with a colleague.');
    return;
  }
  const clinic = await loadClinic(domain, clinicId);
  const member = membershipOf(clinic, proId);
  const offers = member !== undefined && member.role !== 'reception';
  if (!offers || (proId !== callerId && !seesPatients(clinic, callerId))) throw new Rejection('not-found');
};

/** Whether the first professional sees a patient of the second at a clinic of both. */
export const isSeen = async (
  deps: Deps,
  patientId: string,
  proIds: readonly [string, string],
): Promise<boolean> => {
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

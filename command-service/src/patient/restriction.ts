import { Rejection } from '@visita/contracts/problem';
import type { Domain } from '../domain.ts';

/**
 * Throws `patient-restricted` for a professional's change about a restricted patient; patients' own changes
 * are allowed.
 */
export const requireUnrestricted = async (
  { patients }: Pick<Domain, 'patients'>,
  patientId: string,
): Promise<void> => {
  const { state } = await patients.load(patientId);
  if (state.status === 'registered' && state.restricted) throw new Rejection('patient-restricted');
};

/** Throws `legal-hold` if a record to erase is under legal hold. */
export const requireUnheld = async (
  { patients }: Pick<Domain, 'patients'>,
  patientIds: readonly string[],
): Promise<void> => {
  const states = await Promise.all(patientIds.map(async (id) => (await patients.load(id)).state));
  if (states.some((state) => state.status === 'registered' && state.held)) throw new Rejection('legal-hold');
};

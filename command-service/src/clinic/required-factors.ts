import { memberStatuses } from '@visita/contracts/clinic/events';
import type { Dependencies } from '../dependencies.ts';
import type { ClinicState } from './decider.ts';

export type FactorDeps = Pick<Dependencies, 'domain' | 'requiredFactors'>;

/** Returns the pros whom a clinic requires to have a second factor: all members except its owner. */
const askedOf = (state: ClinicState): string[] =>
  state.status === 'active' && state.secondFactor
    ? state.team.flatMap(({ status, proId }) =>
        memberStatuses.has(status) && proId !== state.ownerId ? [proId] : [],
      )
    : [];

/**
 * Stores the pros of whom a clinic requires a second factor. Calls and a process may do so
 * concurrently: a caller that stored an outdated list stores the list again, so the last one stored
 * is current.
 */
export const requireFactors = async (
  { domain, requiredFactors }: FactorDeps,
  clinicId: string,
): Promise<void> => {
  let noted: number | undefined;
  for (;;) {
    const { state, revision } = await domain.clinics.load(clinicId);
    if (revision === noted) return;
    await requiredFactors.replace(clinicId, askedOf(state));
    noted = revision;
  }
};

import { memberStatuses } from '@visita/contracts/clinic/events';
import type { Dependencies } from '../dependencies.ts';
import type { ClinicState } from './decider.ts';

/** Who decides of whom a clinic asks a second factor, and where sessions look for it. */
export type FactorDeps = Pick<Dependencies, 'domain' | 'askedFactors'>;

/** Of whom a clinic asks it: of all who work there, but for its owner. */
const askedOf = (state: ClinicState): string[] =>
  state.status === 'active' && state.secondFactor
    ? state.team.flatMap(({ status, proId }) =>
        memberStatuses.has(status) && proId !== state.ownerId ? [proId] : [],
      )
    : [];

/**
 * Notes of whom a clinic asks a second factor by now. Calls and a process may do so at once: whoever notes what is no longer
 * so notes it anew, so that what is noted last is how the clinic stands.
 */
export const noteAskedFactors = async (
  { domain, askedFactors }: FactorDeps,
  clinicId: string,
): Promise<void> => {
  let noted: number | undefined;
  for (;;) {
    const { state, revision } = await domain.clinics.load(clinicId);
    if (revision === noted) return;
    await askedFactors.replace(clinicId, askedOf(state));
    noted = revision;
  }
};

import { memberStatuses } from '@visita/contracts/clinic/events';
import type { Dependencies } from '../dependencies.ts';

/** Who decides of whom a clinic asks a second factor, and where sessions look for it. */
export type FactorDeps = Pick<Dependencies, 'domain' | 'askedFactors'>;

/** Notes of whom a clinic asks a second factor by now: of all who work there, but for its owner. */
export const noteAskedFactors = async (
  { domain, askedFactors }: FactorDeps,
  clinicId: string,
): Promise<void> => {
  const { state } = await domain.clinics.load(clinicId);
  const asks = state.status === 'active' && state.secondFactor;
  const asked = asks
    ? state.team.filter(({ status, proId }) => memberStatuses.has(status) && proId !== state.ownerId)
    : [];
  await askedFactors.replace(
    clinicId,
    asked.map(({ proId }) => proId),
  );
};

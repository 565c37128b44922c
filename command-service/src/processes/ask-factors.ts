import type { Process } from '@visita/platform/runtime/process';
import { type FactorDeps, requireFactors } from '../clinic/required-factors.ts';

/** Stores the pros of whom clinics require a second factor, in case the requesting call crashed. */
export const askFactors = (deps: FactorDeps): Process => {
  const note = ({ data: { clinicId } }: { data: { clinicId: string } }): Promise<void> =>
    requireFactors(deps, clinicId);
  return {
    name: 'ask-factors',
    inOrder: 'log',
    on: {
      SecondFactorAsked: note,
      SecondFactorWaived: note,
      CollaborationAccepted: note,
      CollaboratorArchived: note,
      ClinicArchived: note,
    },
  };
};

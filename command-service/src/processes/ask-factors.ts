import type { Process } from '@visita/platform/runtime/process';
import { type FactorDeps, noteAskedFactors } from '../clinic/asked-factors.ts';

/** Keeps of whom clinics ask a second factor, also where the call that asked for it died in between. */
export const askFactors = (deps: FactorDeps): Process => {
  const note = ({ data: { clinicId } }: { data: { clinicId: string } }): Promise<void> =>
    noteAskedFactors(deps, clinicId);
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

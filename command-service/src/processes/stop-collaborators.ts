import type { RecordedEvent } from '@visita/contracts/envelope';
import { Rejection } from '@visita/contracts/problem';
import type { Cause } from '@visita/platform/decider';
import type { Process } from '@visita/platform/process';
import type { Domain } from '../domain.ts';
import { planOf } from '../pro/view.ts';
import type { Workplaces } from './workplaces.ts';

type Deps = { domain: Pick<Domain, 'clinics' | 'pros'>; workplaces: Workplaces };
type Handler = (event: RecordedEvent, cause: Cause) => Promise<void>;

/** A clinic that was archived meanwhile has no collaborators to stop. */
const settled = (error: unknown): void => {
  if (!(error instanceof Rejection) || error.code !== 'clinic-archived') throw error;
};

/**
 * Stops the collaborators that the owner's plan no longer includes. A plan is lowered in the pro's stream
 * and a collaborator begins in the clinic's: each looks at the other, so whichever comes second finds the first. In
 * order, so that every clinic is known before its owner's plan changes.
 */
export const stopCollaborators = ({ domain, workplaces }: Deps): Process => {
  const look = async (clinicId: string, cause: Cause): Promise<void> => {
    const { state: clinic } = await domain.clinics.load(clinicId);
    if (clinic.status !== 'active') return;
    const { state: owner } = await domain.pros.load(clinic.ownerId);
    // Whose account is being deleted loses the clinics as a whole.
    if (owner.status !== 'registered') return;
    const { collaboratorNumber } = planOf(owner);
    const command = { type: 'stop-beyond-limit', collaboratorNumber } as const;
    await domain.clinics.execute(clinicId, command, cause).catch(settled);
  };

  const lookAtClinic: Handler = (event, cause) => look((event.data as { clinicId: string }).clinicId, cause);

  const lookAtOwned: Handler = async (event, cause) => {
    for (const { clinicId, hubId } of await workplaces.of((event.data as { proId: string }).proId)) {
      if (hubId === null) await look(clinicId, cause);
    }
  };

  return {
    name: 'stop-collaborators',
    inOrder: true,
    on: {
      ClinicOpened: (event) => {
        const { ownerId, clinicId } = event.data as { ownerId: string; clinicId: string };
        return workplaces.remember(ownerId, { clinicId, hubId: null });
      },
      // Whoever erased the pro has read the index by then; what was remembered again meanwhile goes with it.
      ProErased: (event) => workplaces.forget((event.data as { proId: string }).proId),
      PlanAssigned: lookAtOwned,
      PlanChosen: lookAtOwned,
      CollaborationAccepted: lookAtClinic,
      CollaboratorActivated: lookAtClinic,
    },
  };
};

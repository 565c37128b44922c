import type { EventNamed } from '@visita/contracts/events';
import { Rejection } from '@visita/contracts/problem';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { planOf } from '../pro/view.ts';
import type { Workplaces } from './workplaces.ts';

type Deps = { domain: Pick<Domain, 'clinics' | 'pros'>; workplaces: Workplaces };
type AtClinic = EventNamed<'CollaborationAccepted' | 'CollaboratorActivated'>;
type OfOwner = EventNamed<'PlanAssigned' | 'PlanChosen'>;

/** Ignores a refusal because the clinic is archived and has no collaborators to stop. */
const settled = (error: unknown): void => {
  if (!(error instanceof Rejection) || error.code !== 'clinic-archived') throw error;
};

/**
 * Stops the collaborators beyond the maximum of the owner's plan. The plan is lowered in the pro's
 * stream, and a collaborator starts in the clinic's stream. The process checks the other stream for
 * each event, so whichever comes second finds the first. Handles events in order, so that every
 * clinic is known before its owner's plan changes.
 */
export const stopCollaborators = ({ domain, workplaces }: Deps): Process => {
  const look = async (clinicId: string, cause: Cause): Promise<void> => {
    const { state: clinic } = await domain.clinics.load(clinicId);
    if (clinic.status !== 'active') return;
    const { state: owner } = await domain.pros.load(clinic.ownerId);
    // Deleting the account removes its clinics as a whole.
    if (owner.status !== 'registered') return;
    const { collaboratorNumber } = planOf(owner);
    const command = { type: 'stop-beyond-limit', collaboratorNumber } as const;
    await domain.clinics.execute(clinicId, command, cause).catch(settled);
  };

  const lookAtClinic = ({ data }: AtClinic, cause: Cause) => look(data.clinicId, cause);

  const lookAtOwned = async ({ data }: OfOwner, cause: Cause): Promise<void> => {
    for (const { clinicId, hubId } of await workplaces.of(data.proId)) {
      if (hubId === null) await look(clinicId, cause);
    }
  };

  return {
    name: 'stop-collaborators',
    inOrder: 'log',
    on: {
      ClinicOpened: ({ data: { ownerId, clinicId } }) =>
        workplaces.remember(ownerId, { clinicId, hubId: null }),
      // The erasure has already read the index; entries that were created again meanwhile are
      // removed too.
      ProErased: ({ data }) => workplaces.forget(data.proId),
      PlanAssigned: lookAtOwned,
      PlanChosen: lookAtOwned,
      CollaborationAccepted: lookAtClinic,
      CollaboratorActivated: lookAtClinic,
    },
  };
};

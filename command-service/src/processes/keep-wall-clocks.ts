import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { keepVacations } from '../clinic/keep-vacations.ts';
import { executeFor } from '../unit-of-work.ts';

/**
 * Keeps the local time of closings and vacations when a clinic's zone changes: finishes the work of
 * a crashed call, and corrects closings and vacations that were planned concurrently in the former
 * zone.
 */
export const keepWallClocks = ({ clinics, hubs }: Domain): Process => {
  const activeClinic = async (clinicId: string) => {
    const { state } = await clinics.load(clinicId);
    return state.status === 'active' ? state : null;
  };
  const keep = async (
    { data: { clinicId } }: EventNamed<'ClinicDetailsChanged' | 'ClosingPlanned'>,
    cause: Cause,
  ) => {
    const clinic = await activeClinic(clinicId);
    if (!clinic) return;
    await clinics.execute(clinicId, { type: 'keep-wall-clock' }, cause);
    await keepVacations({ hubs }, clinic, executeFor(cause));
  };
  return {
    name: 'keep-wall-clocks',
    impersonal: true,
    on: {
      ClinicDetailsChanged: keep,
      ClosingPlanned: keep,
      VacationPlanned: async ({ data: { clinicId, hubId } }, cause) => {
        const clinic = await activeClinic(clinicId);
        const team = clinic?.team.filter((member) => member.hubId === hubId) ?? [];
        if (clinic) await keepVacations({ hubs }, { ...clinic, team }, executeFor(cause));
      },
    },
  };
};

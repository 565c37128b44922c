import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import type { Process } from '@visita/platform/runtime/process';
import type { Domain } from '../domain.ts';
import { keepVacations } from '../clinic/keep-vacations.ts';
import { executeFor } from '../unit-of-work.ts';

/**
 * Keeps the wall clock of closings and vacations where a clinic's zone changes: finishes what a call did not come to, and
 * mends what was planned at the same moment on the clock of the zone before.
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

import type { Domain } from '../domain.ts';
import type { Execute } from '../unit-of-work.ts';
import type { Clinic } from './state.ts';

/**
 * Plans the team's vacations again if their local times are other instants in the clinic's zone.
 */
export const keepVacations = async (
  { hubs }: Pick<Domain, 'hubs'>,
  { team, details: { timezone } }: Pick<Clinic, 'team' | 'details'>,
  execute: Execute,
): Promise<void> => {
  for (const { hubId, status } of team) {
    if (status === 'archived' || status === 'rejected') continue;
    const { state } = await hubs.load(hubId);
    if (state.status === 'open') await execute(hubs, hubId, { type: 'keep-wall-clock', timezone });
  }
};

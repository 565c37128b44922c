import type { TeamMember } from '../clinic/state.ts';
import { deriveChildId } from '@visita/platform/ids/derive-id';
import type { Domain } from '../domain.ts';
import type { Execute } from '../unit-of-work.ts';

/**
 * Opens the hub of an invitation. The invitation is in the clinic's stream and the hub in its own
 * stream, so a crash may leave only the invitation. Idempotent.
 */
export const openHub = (
  domain: Domain,
  invited: Pick<TeamMember, 'hubId' | 'proId' | 'availabilities' | 'clinicServiceIds'> & {
    clinicId: string;
  },
  execute: Execute,
) => {
  const { hubId, clinicId, proId, availabilities, clinicServiceIds } = invited;
  const services = clinicServiceIds.map((clinicServiceId) => ({
    hubServiceId: deriveChildId(hubId, clinicServiceId),
    clinicServiceId,
  }));
  return execute(domain.hubs, hubId, { type: 'open', hubId, clinicId, proId, availabilities, services });
};

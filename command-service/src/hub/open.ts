import type { TeamMember } from '../clinic/decider.ts';
import { deriveChildId } from '@visita/platform/derive-id';
import type { Cause } from '@visita/platform/decider';
import type { Domain } from '../domain.ts';

/**
 * Opens the hub that an invitation promises. The invitation is decided in the clinic's stream and the hub is a stream
 * of its own, so a crash may fall between the two; doing this again changes nothing.
 */
export const openHub = (
  domain: Domain,
  invited: Pick<TeamMember, 'hubId' | 'proId' | 'availabilities' | 'clinicServiceIds'> & {
    clinicId: string;
  },
  cause: Cause,
) => {
  const { hubId, clinicId, proId, availabilities, clinicServiceIds } = invited;
  const services = clinicServiceIds.map((clinicServiceId) => ({
    hubServiceId: deriveChildId(hubId, clinicServiceId),
    clinicServiceId,
  }));
  return domain.hubs.execute(
    hubId,
    { type: 'open', hubId, clinicId, proId, availabilities, services },
    cause,
  );
};

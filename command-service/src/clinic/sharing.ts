import { type ClinicEvent, memberStatuses } from '@visita/contracts/clinic/events';
import type { Clinic, TeamMember } from './state.ts';

/** Returns the event that tells a member whether the clinic shares its patients. */
export const sharingTold = (
  clinicId: string,
  { hubId, proId }: TeamMember,
  shared: boolean,
): ClinicEvent => ({
  type: 'SharingTold',
  data: { clinicId, hubId, proId, shared },
});

/** Shares patients or not, and tells the members if that changes what others see. */
export const sharePatients = (
  { shared }: { shared: boolean },
  { id: clinicId, ownerId, patientsShared, team }: Clinic,
): readonly ClinicEvent[] => {
  if (patientsShared === shared) return [];
  const changes = shared !== (patientsShared ?? false);
  const members = team.filter(
    ({ proId, role, status }) => proId !== ownerId && role !== 'reception' && memberStatuses.has(status),
  );
  return [
    { type: shared ? 'PatientsShared' : 'PatientsUnshared', data: { clinicId } },
    ...(changes ? members.map((member) => sharingTold(clinicId, member, shared)) : []),
  ];
};

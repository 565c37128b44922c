import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import type { Clinic, TeamMember } from './clinic/decider.ts';
import type { Domain } from './domain.ts';
import type { Hub } from './hub/decider.ts';

/** A clinic, as long as it is there. Somebody else's and a missing one get the same answer. */
export const loadClinic = async (domain: Domain, clinicId: string): Promise<Clinic> => {
  const { state } = await domain.clinics.load(clinicId);
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

/** The clinic of an owner; 404 for strangers, 403 for those who see the clinic but do not own it. */
export const ownedClinic = async (domain: Domain, clinicId: string, proId: string): Promise<Clinic> => {
  const clinic = await loadClinic(domain, clinicId);
  if (clinic.ownerId === proId) return clinic;
  throw new Rejection(membershipOf(clinic, proId) ? 'forbidden' : 'not-found');
};

/** Whether somebody belongs to the team or is invited to. */
export const isLive = ({ status }: Pick<TeamMember, 'status'>): boolean =>
  status !== 'archived' && status !== 'rejected';

/** The live hub that a pro has at a clinic. */
export const membershipOf = (clinic: Clinic, proId: string): TeamMember | undefined =>
  clinic.team.find((member) => member.proId === proId && isLive(member));

/** Owner or active manager: they see and change the clinic's whole calendar (decision 20). */
export const runsCalendar = (clinic: Clinic, proId: string): boolean => {
  if (clinic.ownerId === proId) return true;
  const member = membershipOf(clinic, proId);
  return member?.role === 'manager' && member.status === 'active';
};

export type HubAtClinic = { hub: Hub; member: TeamMember; clinic: Clinic };

/** A hub with its clinic and its place in the team. */
export const loadHub = async (domain: Domain, hubId: string): Promise<HubAtClinic> => {
  // A hub never changes its clinic: where it was seen before, both are read in one round trip.
  const seen = domain.hubs.peek(hubId);
  const [{ state: hub }, early] = await Promise.all([
    domain.hubs.load(hubId),
    seen.status === 'none' ? null : loadClinic(domain, seen.clinicId),
  ]);
  if (hub.status === 'none') throw new Rejection('not-found');
  const clinic = early ?? (await loadClinic(domain, hub.clinicId));
  const member = clinic.team.find((candidate) => candidate.hubId === hubId);
  if (!member) throw new Rejection('not-found');
  return { hub, member, clinic };
};

/** The hub for its own pro or the clinic's owner, who may shape it. */
export const shapableHub = async (domain: Domain, hubId: string, proId: string): Promise<HubAtClinic> => {
  const found = await loadHub(domain, hubId);
  if (found.clinic.ownerId !== proId && found.hub.proId !== proId) {
    throw new Rejection(membershipOf(found.clinic, proId) ? 'forbidden' : 'not-found');
  }
  if (!isLive(found.member)) throw new Rejection('not-found');
  if (found.clinic.status === 'archived') throw new Rejection('clinic-archived');
  return found;
};

/** Like {@link shapableHub}, by the id of something inside the hub. */
export const shapableHubOf = (domain: Domain, childId: string, proId: string): Promise<HubAtClinic> =>
  shapableHub(domain, parentOf(childId), proId);

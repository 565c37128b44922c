import { memberStatuses } from '@visita/contracts/clinic/events';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import type { Clinic, TeamMember } from './clinic/state.ts';
import type { Domain } from './domain.ts';
import type { Hub } from './hub/decider.ts';

/** A clinic, as long as it is there. Somebody else's and a missing one get the same answer. */
export const loadClinic = async (domain: Domain, clinicId: string): Promise<Clinic> => {
  const { state } = await domain.clinics.load(clinicId);
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

/** Refuses with 403 a caller who sees the object, and any other with 404. */
export const refusal = (visible: boolean): Rejection => new Rejection(visible ? 'forbidden' : 'not-found');

/** The clinic of an owner; 404 for strangers, 403 for those who see the clinic but do not own it. */
export const ownedClinic = async (domain: Domain, clinicId: string, proId: string): Promise<Clinic> => {
  const clinic = await loadClinic(domain, clinicId);
  if (clinic.ownerId === proId) return clinic;
  throw refusal(membershipOf(clinic, proId) !== undefined);
};

const isMember = ({ status }: TeamMember): boolean => memberStatuses.has(status);

/** Whether somebody belongs to the team or is invited to. */
const isLive = (member: TeamMember): boolean => isMember(member) || member.status === 'pending';

/** The hub that makes a pro a member of a clinic. An invitee sees the invitation and no more. */
export const membershipOf = (clinic: Clinic, proId: string): TeamMember | undefined =>
  clinic.status === 'active'
    ? clinic.team.find((member) => member.proId === proId && isMember(member))
    : undefined;

/** Owner or active manager: they see and change the clinic's whole calendar. */
export const runsCalendar = (clinic: Clinic, proId: string): boolean => {
  if (clinic.ownerId === proId) return true;
  const member = membershipOf(clinic, proId);
  return member?.role === 'manager' && member.status === 'active';
};

export type HubAtClinic = { hub: Hub; member: TeamMember; clinic: Clinic };

/** A hub with its clinic and its place in the team. */
export const loadHub = async (domain: Domain, hubId: string): Promise<HubAtClinic> => {
  const { state: hub } = await domain.hubs.load(hubId);
  if (hub.status === 'none') throw new Rejection('not-found');
  const clinic = await loadClinic(domain, hub.clinicId);
  const member = clinic.team.find((candidate) => candidate.hubId === hubId);
  if (!member) throw new Rejection('not-found');
  return { hub, member, clinic };
};

/** Whether a pro sees a hub: its clinic's owner, its own pro while it is live, and members once it was accepted. */
export const seesHub = ({ hub, member, clinic }: HubAtClinic, proId: string): boolean => {
  if (clinic.ownerId === proId) return true;
  if (hub.proId === proId) return isLive(member);
  return isMember(member) && membershipOf(clinic, proId) !== undefined;
};

/** Refuses a pro who may not book at a hub: its own pro and those who run the clinic's calendar may. */
export const requireBookingAt = (found: HubAtClinic, proId: string): void => {
  const sees = seesHub(found, proId);
  if (!sees || (found.hub.proId !== proId && !runsCalendar(found.clinic, proId))) throw refusal(sees);
};

/** A hub that can be changed, for those who may; an invitation has to be accepted first. */
const changeableHub = (found: HubAtClinic, proId: string, may: boolean): HubAtClinic => {
  const { member, clinic } = found;
  if (!may) throw refusal(seesHub(found, proId));
  if (!isLive(member)) throw new Rejection('not-found');
  if (clinic.status === 'archived') throw new Rejection('clinic-archived');
  if (member.status === 'pending' && clinic.ownerId !== proId) throw new Rejection('hub-status');
  return found;
};

/** The hub for its own pro. */
export const ownHub = async (domain: Domain, hubId: string, proId: string): Promise<HubAtClinic> => {
  const found = await loadHub(domain, hubId);
  return changeableHub(found, proId, found.hub.proId === proId);
};

/** The hub for its own pro or the clinic's owner, who may shape it. */
export const shapableHub = async (domain: Domain, hubId: string, proId: string): Promise<HubAtClinic> => {
  const found = await loadHub(domain, hubId);
  return changeableHub(found, proId, [found.hub.proId, found.clinic.ownerId].includes(proId));
};

/** Like {@link shapableHub}, by the id of something inside the hub. */
export const shapableHubOf = (domain: Domain, childId: string, proId: string): Promise<HubAtClinic> =>
  shapableHub(domain, parentOf(childId), proId);

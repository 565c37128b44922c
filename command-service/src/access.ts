import { memberStatuses } from '@visita/contracts/clinic/events';
import { calendarRoles } from '@visita/contracts/clinic/roles';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import type { Clinic, TeamMember } from './clinic/state.ts';
import type { Domain } from './domain.ts';
import type { Hub } from './hub/decider.ts';

/** Reads a clinic. Throws `not-found`. */
export const loadClinic = async (domain: Domain, clinicId: string): Promise<Clinic> => {
  const { state } = await domain.clinics.load(clinicId);
  if (state.status === 'none') throw new Rejection('not-found');
  return state;
};

/** Returns `forbidden` for a caller who sees the object, else `not-found`. */
export const refusal = (visible: boolean): Rejection => new Rejection(visible ? 'forbidden' : 'not-found');

/** Reads an owner's clinic. Throws `not-found` for strangers, `forbidden` for members. */
export const ownedClinic = async (domain: Domain, clinicId: string, proId: string): Promise<Clinic> => {
  const clinic = await loadClinic(domain, clinicId);
  if (clinic.ownerId === proId) return clinic;
  throw refusal(membershipOf(clinic, proId) !== undefined);
};

const isMember = ({ status }: TeamMember): boolean => memberStatuses.has(status);

/** Whether a member belongs to the team or is invited. */
const isLive = (member: TeamMember): boolean => isMember(member) || member.status === 'pending';

/** Returns a pro's membership of a clinic. An invitee sees the invitation only. */
export const membershipOf = (clinic: Clinic, proId: string): TeamMember | undefined =>
  clinic.status === 'active'
    ? clinic.team.find((member) => member.proId === proId && isMember(member))
    : undefined;

/** Whether a pro is owner, active manager or active reception, who see and change the clinic's whole calendar. */
export const runsCalendar = (clinic: Clinic, proId: string): boolean => {
  if (clinic.ownerId === proId) return true;
  const member = membershipOf(clinic, proId);
  return member?.status === 'active' && calendarRoles.has(member.role);
};

/**
 * Whether a pro sees the patients of all professionals of a clinic: an active reception, and, if the clinic shares
 * its patients, the owner and active managers.
 */
export const seesPatients = (clinic: Clinic, proId: string): boolean =>
  runsCalendar(clinic, proId) &&
  (clinic.patientsShared === true ||
    (clinic.ownerId !== proId && membershipOf(clinic, proId)?.role === 'reception'));

export type HubAtClinic = { hub: Hub; member: TeamMember; clinic: Clinic };

/** Reads a hub with its clinic and its place in the team. Throws `not-found`. */
export const loadHub = async (domain: Domain, hubId: string): Promise<HubAtClinic> => {
  const { state: hub } = await domain.hubs.load(hubId);
  if (hub.status === 'none') throw new Rejection('not-found');
  const clinic = await loadClinic(domain, hub.clinicId);
  const member = clinic.team.find((candidate) => candidate.hubId === hubId);
  if (!member) throw new Rejection('not-found');
  return { hub, member, clinic };
};

/** Whether a pro sees a hub: the clinic's owner, its own pro while it is live, members after it was accepted. */
export const seesHub = ({ hub, member, clinic }: HubAtClinic, proId: string): boolean => {
  if (clinic.ownerId === proId) return true;
  if (hub.proId === proId) return isLive(member);
  return isMember(member) && membershipOf(clinic, proId) !== undefined;
};

/** Throws unless a pro may book at a hub: its own pro, the clinic's owner and its managers may. */
export const requireBookingAt = (found: HubAtClinic, proId: string): void => {
  const sees = seesHub(found, proId);
  if (!sees || (found.hub.proId !== proId && !runsCalendar(found.clinic, proId))) throw refusal(sees);
};

/** Throws unless a hub can be changed; an invitation must be accepted first. */
const changeableHub = (found: HubAtClinic, proId: string, may: boolean): HubAtClinic => {
  const { member, clinic } = found;
  if (!may) throw refusal(seesHub(found, proId));
  if (!isLive(member)) throw new Rejection('not-found');
  if (clinic.status === 'archived') throw new Rejection('clinic-archived');
  if (member.status === 'pending' && clinic.ownerId !== proId) throw new Rejection('hub-status');
  return found;
};

/** Reads a hub for its own pro or the clinic's owner. Throws as {@link staffedHub}. */
export const shapableHub = async (domain: Domain, hubId: string, proId: string): Promise<HubAtClinic> => {
  const found = await loadHub(domain, hubId);
  return changeableHub(found, proId, [found.hub.proId, found.clinic.ownerId].includes(proId));
};

/** Returns the hub; throws `reception-role` for a hub that offers nothing. */
export const requireOffering = (found: HubAtClinic): HubAtClinic => {
  if (found.member.role === 'reception') throw new Rejection('reception-role');
  return found;
};

/**
 * Reads a hub for its own pro and those who run the clinic's calendar. Throws `not-found`, `forbidden`,
 * `clinic-archived` or `hub-status`.
 */
export const staffedHub = async (domain: Domain, hubId: string, proId: string): Promise<HubAtClinic> => {
  const found = await loadHub(domain, hubId);
  return changeableHub(found, proId, found.hub.proId === proId || runsCalendar(found.clinic, proId));
};

/**
 * Reads a hub like {@link staffedHub}. Also throws `hub-not-active` if a colleague's hub is not active: an invitation gives no power
 * over the invitee's time.
 */
export const plannableHub = async (domain: Domain, hubId: string, proId: string): Promise<HubAtClinic> => {
  const found = await staffedHub(domain, hubId, proId);
  if (found.hub.proId !== proId && found.member.status !== 'active') throw new Rejection('hub-not-active');
  return found;
};

/** Like {@link shapableHub}, by the id of a part of the hub. */
export const shapableHubOf = (domain: Domain, childId: string, proId: string): Promise<HubAtClinic> =>
  shapableHub(domain, parentOf(childId), proId);

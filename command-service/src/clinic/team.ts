import { byType } from '@visita/contracts/cases';
import type { AvailabilityWindow, ClinicEvent } from '@visita/contracts/clinic/events';
import { caps, requireCapacity as requireBelow } from '@visita/contracts/clinic/caps';
import { Rejection } from '@visita/contracts/problem';
import { sharingTold } from './sharing.ts';
import type { Clinic, TeamMember } from './state.ts';

export type TeamCommand =
  | {
      type: 'invite';
      hubId: string;
      proId: string;
      availabilities: readonly AvailabilityWindow[];
      clinicServiceIds: readonly string[];
      /** Absent for a guest, and for an owner who invites themselves. */
      role?: 'reception' | undefined;
      /** Id of the mailed link, if there is one. */
      tokenId?: string;
      /** Maximum of active collaborators in the owner's plan. */
      collaboratorNumber: number;
    }
  | { type: 'stop-beyond-limit'; collaboratorNumber: number }
  | { type: 'accept'; hubId: string; collaboratorNumber: number }
  | { type: 'reject'; hubId: string }
  | { type: 'pause'; hubId: string }
  | { type: 'activate'; hubId: string; collaboratorNumber: number }
  | { type: 'archive-member'; hubId: string }
  | { type: 'change-role'; hubId: string; role: 'manager' | 'guest' };

const live = (member: TeamMember): boolean => member.status !== 'archived' && member.status !== 'rejected';

/** Returns the members who count towards the limit; the owner's own hub does not. */
const activeCollaborators = (state: Clinic): readonly TeamMember[] =>
  state.team.filter((member) => member.role !== 'owner' && member.status === 'active');

const requireCapacity = (state: Clinic, collaboratorNumber: number): void => {
  if (activeCollaborators(state).length >= collaboratorNumber) throw new Rejection('collaborator-limit');
};

/** Stops the active members beyond the limit, latest invitation first. */
const stopBeyond = (state: Clinic, collaboratorNumber: number): readonly ClinicEvent[] =>
  activeCollaborators(state)
    .slice(collaboratorNumber)
    .map(({ hubId }) => ({ type: 'CollaboratorStopped', data: { clinicId: state.id, hubId } }));

const offersNothing = { availabilities: [], clinicServiceIds: [] } as const;

const requireReceptionRoom = (state: Clinic): void => {
  const receptions = state.team.filter((member) => member.role === 'reception' && live(member));
  requireBelow(receptions.length, 1, caps.receptions);
};

const invite = (command: Extract<TeamCommand, { type: 'invite' }>, state: Clinic): readonly ClinicEvent[] => {
  const { hubId, proId, collaboratorNumber } = command;
  const reception = command.role === 'reception';
  const { availabilities, clinicServiceIds } = reception ? offersNothing : command;
  if (state.team.some((member) => member.hubId === hubId)) return [];
  if (state.team.some((member) => member.proId === proId && live(member))) {
    throw new Rejection('already-invited');
  }
  const offered = new Set(state.services.map((service) => service.clinicServiceId));
  if (clinicServiceIds.some((id) => !offered.has(id))) throw new Rejection('service-unknown');
  const myself = proId === state.ownerId;
  if (reception && myself) throw new Rejection('reception-role');
  if (!myself) requireCapacity(state, collaboratorNumber);
  if (reception) requireReceptionRoom(state);
  return [
    {
      type: 'CollaboratorInvited',
      data: {
        clinicId: state.id,
        hubId,
        proId,
        role: myself ? 'owner' : (command.role ?? 'guest'),
        status: myself ? 'active' : 'pending',
        ...(command.tokenId === undefined ? {} : { tokenId: command.tokenId }),
        availabilities: [...availabilities],
        // A service chosen twice counts once.
        clinicServiceIds: [...new Set(clinicServiceIds)],
      },
    },
  ];
};

type MemberCommand = Exclude<TeamCommand, { type: 'invite' | 'stop-beyond-limit' }>;

const idsOf = (state: Clinic, { hubId }: TeamMember) => ({ clinicId: state.id, hubId });

const requireStatus = ({ status }: TeamMember, ...allowed: readonly TeamMember['status'][]): void => {
  if (!allowed.includes(status)) throw new Rejection('hub-status');
};

const decideMember = byType<MemberCommand, [Clinic, TeamMember], readonly ClinicEvent[]>({
  accept: ({ collaboratorNumber }, state, member) => {
    if (member.status === 'active') return [];
    requireStatus(member, 'pending');
    requireCapacity(state, collaboratorNumber);
    const told = state.patientsShared === true && member.role !== 'reception';
    return [
      { type: 'CollaborationAccepted', data: idsOf(state, member) },
      ...(told ? [sharingTold(state.id, member, true)] : []),
    ];
  },
  reject: (_, state, member) => {
    if (member.status === 'rejected') return [];
    requireStatus(member, 'pending');
    return [{ type: 'CollaborationRejected', data: idsOf(state, member) }];
  },
  pause: (_, state, member) => {
    if (member.status === 'paused') return [];
    requireStatus(member, 'active');
    return [{ type: 'CollaboratorPaused', data: idsOf(state, member) }];
  },
  activate: ({ collaboratorNumber }, state, member) => {
    if (member.status === 'active') return [];
    requireStatus(member, 'paused', 'stop');
    if (member.role !== 'owner') requireCapacity(state, collaboratorNumber);
    return [{ type: 'CollaboratorActivated', data: idsOf(state, member) }];
  },
  'archive-member': (_, state, member) => {
    if (member.status === 'archived') return [];
    return [{ type: 'CollaboratorArchived', data: { ...idsOf(state, member), proId: member.proId } }];
  },
  'change-role': ({ role }, state, member) => {
    if (member.role === role) return [];
    if (member.role === 'reception') throw new Rejection('reception-role');
    // A pending member cannot become a manager, because managers have no invitation to accept.
    if (member.role === 'owner' || member.status === 'pending' || !live(member))
      throw new Rejection('hub-status');
    return [{ type: 'CollaboratorRoleChanged', data: { ...idsOf(state, member), role } }];
  },
});

/** Team rules, decided in the clinic's stream so that the plan's limit holds under concurrency. */
export const decideTeam = (command: TeamCommand, state: Clinic): readonly ClinicEvent[] => {
  if (command.type === 'invite') return invite(command, state);
  if (command.type === 'stop-beyond-limit') return stopBeyond(state, command.collaboratorNumber);
  const member = state.team.find((candidate) => candidate.hubId === command.hubId);
  if (!member) throw new Rejection('not-found');
  return decideMember(command, state, member);
};

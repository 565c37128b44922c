import type { ClinicEvent, HubRole, HubStatus } from '@visita/contracts/clinic/events';

/** Who works at a clinic, as its own stream says. */
export type Team = {
  readonly ownerId: string;
  readonly archived: boolean;
  readonly hubs: ReadonlyMap<string, TeamHub>;
};
type TeamHub = { readonly proId: string; readonly role: HubRole; readonly status: HubStatus };

/** The team after one more event of the clinic's stream; undefined before the clinic was opened. */
export const evolveTeam = (team: Team | undefined, event: ClinicEvent): Team | undefined => {
  if (event.type === 'ClinicOpened') {
    return { ownerId: event.data.ownerId, archived: false, hubs: new Map() };
  }
  if (!team) return undefined;
  const change = (hubId: string, changes: Partial<TeamHub>): Team => {
    const hub = team.hubs.get(hubId);
    return hub ? { ...team, hubs: new Map(team.hubs).set(hubId, { ...hub, ...changes }) } : team;
  };
  switch (event.type) {
    case 'ClinicArchived':
      return { ...team, archived: true };
    case 'CollaboratorInvited': {
      const { hubId, proId, role, status } = event.data;
      return { ...team, hubs: new Map(team.hubs).set(hubId, { proId, role, status }) };
    }
    case 'CollaborationAccepted':
    case 'CollaboratorActivated':
      return change(event.data.hubId, { status: 'active' });
    case 'CollaborationRejected':
      return change(event.data.hubId, { status: 'rejected' });
    case 'CollaboratorPaused':
      return change(event.data.hubId, { status: 'paused' });
    case 'CollaboratorStopped':
      return change(event.data.hubId, { status: 'stop' });
    case 'CollaboratorArchived':
      return change(event.data.hubId, { status: 'archived' });
    case 'CollaboratorRoleChanged':
      return change(event.data.hubId, { role: event.data.role });
    case 'ClinicDetailsChanged':
    case 'ClinicErased':
    case 'OnlineBookingSwitched':
    case 'SecondFactorAsked':
    case 'SecondFactorWaived':
    case 'ClinicServiceAdded':
    case 'ClinicServiceChanged':
    case 'ClinicServiceArchived':
    case 'ClosingPlanned':
    case 'ClosingCancelled':
    case 'HolidaysChosen':
    case 'HolidaysGivenUp':
    case 'HolidayExcepted':
    case 'HolidayKept':
      return team;
  }
};

/** Everybody who may listen to a clinic; used for what concerns all of them. */
export const clinicRoom = (clinicId: string) => `clinic:${clinicId}`;
/** The owner and active managers: all bookings of the clinic. */
export const staffRoom = (clinicId: string) => `clinic:${clinicId}:staff`;
/** The hub's own professional: own bookings only, with the notes. */
export const hubRoom = (clinicId: string, hubId: string) => `clinic:${clinicId}:hub:${hubId}`;

/**
 * The rooms of a clinic that a pro may be in; none where the pro has no part in it (any more). A pro who is in is in the
 * rooms of all their own hubs there, archived ones too: those hold their orphaned bookings.
 */
export const roomsOf = (team: Team | undefined, clinicId: string, proId: string): string[] => {
  if (!team || team.archived) return [];
  const own = [...team.hubs].filter(([, hub]) => hub.proId === proId);
  const active = own.filter(([, hub]) => hub.status === 'active');
  const staff = team.ownerId === proId || active.some(([, hub]) => hub.role === 'manager');
  if (!staff && active.length === 0) return [];
  return [
    clinicRoom(clinicId),
    ...(staff ? [staffRoom(clinicId)] : []),
    ...own.map(([hubId]) => hubRoom(clinicId, hubId)),
  ];
};

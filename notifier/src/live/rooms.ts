import {
  calendarRoles,
  type ClinicEvent,
  type HubRole,
  type HubStatus,
} from '@visita/contracts/clinic/events';

export type Team = {
  readonly ownerId: string;
  readonly archived: boolean;
  readonly hubs: ReadonlyMap<string, TeamHub>;
};
type TeamHub = { readonly proId: string; readonly role: HubRole; readonly status: HubStatus };

/** Folds an event of the clinic's stream into its team; undefined before the clinic was opened. */
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

/** All listeners of a clinic. */
export const clinicRoom = (clinicId: string) => `clinic:${clinicId}`;
/** The owner, active managers and receptions: all bookings of the clinic. */
export const staffRoom = (clinicId: string) => `clinic:${clinicId}:staff`;
/** The hub's own professional: own bookings only, with notes. */
export const hubRoom = (clinicId: string, hubId: string) => `clinic:${clinicId}:hub:${hubId}`;

/**
 * Returns a pro's rooms in a clinic; none without an active membership. Members are also in the rooms of
 * their own archived hubs, which hold orphaned bookings.
 */
export const roomsOf = (team: Team | undefined, clinicId: string, proId: string): string[] => {
  if (!team || team.archived) return [];
  const own = [...team.hubs].filter(([, hub]) => hub.proId === proId);
  const active = own.filter(([, hub]) => hub.status === 'active');
  const staff = team.ownerId === proId || active.some(([, hub]) => calendarRoles.has(hub.role));
  if (!staff && active.length === 0) return [];
  return [
    clinicRoom(clinicId),
    ...(staff ? [staffRoom(clinicId)] : []),
    ...own.map(([hubId]) => hubRoom(clinicId, hubId)),
  ];
};

import { byType } from '@visita/contracts/cases';
import { type ClinicEvent, type HubRole, type HubStatus } from '@visita/contracts/clinic/events';
import { calendarRoles } from '@visita/contracts/clinic/roles';

export type Team = {
  readonly ownerId: string;
  readonly archived: boolean;
  readonly hubs: ReadonlyMap<string, TeamHub>;
};
type TeamHub = { readonly proId: string; readonly role: HubRole; readonly status: HubStatus };

const changeHub = (team: Team, hubId: string, changes: Partial<TeamHub>): Team => {
  const hub = team.hubs.get(hubId);
  return hub ? { ...team, hubs: new Map(team.hubs).set(hubId, { ...hub, ...changes }) } : team;
};

const unchanged = (_: ClinicEvent, team: Team): Team => team;

const evolveOpened = byType<Exclude<ClinicEvent, { type: 'ClinicOpened' }>, [Team], Team>({
  ClinicArchived: (_, team) => ({ ...team, archived: true }),
  CollaboratorInvited: ({ data: { hubId, proId, role, status } }, team) => ({
    ...team,
    hubs: new Map(team.hubs).set(hubId, { proId, role, status }),
  }),
  CollaborationAccepted: ({ data }, team) => changeHub(team, data.hubId, { status: 'active' }),
  CollaboratorActivated: ({ data }, team) => changeHub(team, data.hubId, { status: 'active' }),
  CollaborationRejected: ({ data }, team) => changeHub(team, data.hubId, { status: 'rejected' }),
  CollaboratorPaused: ({ data }, team) => changeHub(team, data.hubId, { status: 'paused' }),
  CollaboratorStopped: ({ data }, team) => changeHub(team, data.hubId, { status: 'stop' }),
  CollaboratorArchived: ({ data }, team) => changeHub(team, data.hubId, { status: 'archived' }),
  CollaboratorRoleChanged: ({ data }, team) => changeHub(team, data.hubId, { role: data.role }),
  ClinicDetailsChanged: unchanged,
  ClinicErased: unchanged,
  OnlineBookingSwitched: unchanged,
  SecondFactorAsked: unchanged,
  SecondFactorWaived: unchanged,
  PatientsShared: unchanged,
  PatientsUnshared: unchanged,
  SharingTold: unchanged,
  ClinicServiceAdded: unchanged,
  ClinicServiceChanged: unchanged,
  ClinicServiceArchived: unchanged,
  ClosingPlanned: unchanged,
  ClosingCancelled: unchanged,
  HolidaysChosen: unchanged,
  HolidaysGivenUp: unchanged,
  HolidayExcepted: unchanged,
  HolidayKept: unchanged,
});

/** Folds an event of the clinic's stream into its team; undefined before the clinic was opened. */
export const evolveTeam = (team: Team | undefined, event: ClinicEvent): Team | undefined => {
  if (event.type === 'ClinicOpened') {
    return { ownerId: event.data.ownerId, archived: false, hubs: new Map() };
  }
  return team && evolveOpened(event, team);
};

/** Returns the room of all listeners of a clinic. */
export const clinicRoom = (clinicId: string) => `clinic:${clinicId}`;
/**
 * Returns the room of the owner, active managers and receptions, with all bookings of the clinic.
 */
export const staffRoom = (clinicId: string) => `clinic:${clinicId}:staff`;
/** Returns the room of the hub's own professional, with their bookings and notes. */
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

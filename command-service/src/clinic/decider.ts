import { byType } from '@visita/contracts/cases';
import {
  type ClinicDetails,
  type ClinicEvent,
  type ClinicServiceData,
  detailsOf,
  type Period,
  periodIn,
  storedDetails,
  storedPeriod,
} from '@visita/contracts/clinic/events';
import { changedIn } from '@visita/contracts/availability/periods';
import { createZone } from '@visita/contracts/availability/zones';
import { caps, requireCapacity } from '@visita/contracts/clinic/caps';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';
import { decideHolidays, evolveHolidays, type HolidayCommand, takeBack } from './holidays.ts';
import type { Clinic, Closing, TeamMember } from './state.ts';
import { sharePatients } from './sharing.ts';
import { decideTeam, type TeamCommand } from './team.ts';

export type ClinicState = { readonly status: 'none' } | Clinic;

export type ClinicCommand =
  | { type: 'open'; clinicId: string; ownerId: string; details: ClinicDetails; onlineBooking: boolean }
  | { type: 'change-details'; details: ClinicDetails; onlineBooking?: boolean }
  | { type: 'switch-online-booking'; onlineBooking: boolean }
  | { type: 'ask-factor'; asked: boolean }
  | { type: 'share-patients'; shared: boolean }
  | { type: 'archive' }
  | { type: 'erase' }
  | { type: 'add-services'; services: readonly ClinicServiceData[] }
  | { type: 'change-service'; service: ClinicServiceData }
  | { type: 'archive-service'; clinicServiceId: string }
  | { type: 'plan-closing'; closingId: string; period: Period }
  | { type: 'cancel-closing'; closingId: string }
  /** Replans the closings whose instants no longer match their local time in the clinic's zone. */
  | { type: 'keep-wall-clock' }
  | HolidayCommand
  | TeamCommand;

/** Returns equal text for equal services or details, whatever the order of their fields. */
const textOf = (fields: ClinicServiceData | ClinicDetails): string =>
  JSON.stringify(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const updateMember = (state: Clinic, hubId: string, changes: Partial<TeamMember>): Clinic => ({
  ...state,
  team: state.team.map((member) => (member.hubId === hubId ? { ...member, ...changes } : member)),
});

type OpenedEvent = Exclude<ClinicEvent, { type: 'ClinicOpened' }>;

const withHolidays = (event: Parameters<typeof evolveHolidays>[1], state: Clinic): Clinic =>
  evolveHolidays(state, event);

const evolveOpened = byType<OpenedEvent, [Clinic], Clinic>({
  ClinicDetailsChanged: ({ data }, state) => ({ ...state, details: detailsOf(data) }),
  OnlineBookingSwitched: ({ data }, state) => ({ ...state, onlineBooking: data.onlineBooking }),
  SecondFactorAsked: (_, state) => ({ ...state, secondFactor: true }),
  SecondFactorWaived: (_, state) => ({ ...state, secondFactor: false }),
  PatientsShared: (_, state) => ({ ...state, patientsShared: true }),
  PatientsUnshared: (_, state) => ({ ...state, patientsShared: false }),
  SharingTold: (_, state) => state,
  ClinicArchived: (_, state) => ({ ...state, status: 'archived' }),
  ClinicErased: (_, state) => ({ ...state, erased: true }),
  ClinicServiceAdded: ({ data }, state) => ({ ...state, services: [...state.services, data.service] }),
  ClinicServiceChanged: ({ data: { service } }, state) => {
    const isSame = ({ clinicServiceId }: ClinicServiceData) => clinicServiceId === service.clinicServiceId;
    return { ...state, services: state.services.map((one) => (isSame(one) ? service : one)) };
  },
  ClinicServiceArchived: ({ data: { clinicServiceId } }, state) => ({
    ...state,
    services: state.services.filter((service) => service.clinicServiceId !== clinicServiceId),
  }),
  ClosingPlanned: ({ data }, state) => {
    const { closingId, holiday } = data;
    const closing = { closingId, period: periodIn(data), ...(holiday && { holiday }) };
    // A closing that is planned again replaces the former one.
    const others = state.closings.filter((one) => one.closingId !== closingId);
    return { ...state, closings: [...others, closing] };
  },
  ClosingCancelled: ({ data: { closingId } }, state) => ({
    ...state,
    closings: state.closings.filter((closing) => closing.closingId !== closingId),
  }),
  HolidaysChosen: withHolidays,
  HolidaysGivenUp: withHolidays,
  HolidayExcepted: withHolidays,
  HolidayKept: withHolidays,
  CollaboratorInvited: ({ data }, state) => {
    const { hubId, proId, role, status, availabilities, clinicServiceIds } = data;
    const member = { hubId, proId, role, status, availabilities, clinicServiceIds };
    return { ...state, team: [...state.team, member] };
  },
  CollaborationAccepted: ({ data }, state) => updateMember(state, data.hubId, { status: 'active' }),
  CollaboratorActivated: ({ data }, state) => updateMember(state, data.hubId, { status: 'active' }),
  CollaborationRejected: ({ data }, state) => updateMember(state, data.hubId, { status: 'rejected' }),
  CollaboratorPaused: ({ data }, state) => updateMember(state, data.hubId, { status: 'paused' }),
  CollaboratorStopped: ({ data }, state) => updateMember(state, data.hubId, { status: 'stop' }),
  CollaboratorArchived: ({ data }, state) => updateMember(state, data.hubId, { status: 'archived' }),
  CollaboratorRoleChanged: ({ data }, state) => updateMember(state, data.hubId, { role: data.role }),
});

const evolve = (state: ClinicState, event: ClinicEvent): ClinicState => {
  if (event.type === 'ClinicOpened') {
    const { clinicId, ownerId, onlineBooking } = event.data;
    const details = detailsOf(event.data);
    const lists = { services: [], team: [], closings: [], holidays: null, excepted: [] };
    const ids = { id: clinicId, ownerId };
    const options = { onlineBooking, secondFactor: false, patientsShared: null };
    return { status: 'active', ...ids, details, ...options, erased: false, ...lists };
  }
  return state.status === 'none' ? state : evolveOpened(event, state);
};

const switchOnlineBooking = (
  { id: clinicId, onlineBooking: before }: Clinic,
  onlineBooking = before,
): readonly ClinicEvent[] =>
  onlineBooking === before ? [] : [{ type: 'OnlineBookingSwitched', data: { clinicId, onlineBooking } }];

const closingPlanned = (clinicId: string, { closingId, period, holiday }: Closing): ClinicEvent => ({
  type: 'ClosingPlanned',
  data: { clinicId, closingId, ...storedPeriod(period), ...(holiday && { holiday }) },
});

/** Plans the clinic's closings again in another time zone, at unchanged local times. */
const closingsIn = ({ id, closings }: Clinic, timezone: string): ClinicEvent[] =>
  changedIn(closings, createZone(timezone)).map((closing) => closingPlanned(id, closing));

const changeDetails = (state: Clinic, details: ClinicDetails): readonly ClinicEvent[] => {
  if (textOf(state.details) === textOf(details)) return [];
  const { id: clinicId } = state;
  return [
    { type: 'ClinicDetailsChanged', data: { clinicId, ...storedDetails(details) } },
    ...closingsIn(state, details.timezone),
  ];
};

type OpenCommand = Exclude<ClinicCommand, { type: 'open' | 'erase' }>;

const decideOpen = byType<OpenCommand, [Clinic], readonly ClinicEvent[]>({
  'change-details': ({ details, onlineBooking }, state) => [
    ...changeDetails(state, details),
    ...switchOnlineBooking(state, onlineBooking),
  ],
  'switch-online-booking': ({ onlineBooking }, state) => switchOnlineBooking(state, onlineBooking),
  'ask-factor': ({ asked }, { id: clinicId, secondFactor }) =>
    secondFactor === asked
      ? []
      : [{ type: asked ? 'SecondFactorAsked' : 'SecondFactorWaived', data: { clinicId } }],
  'share-patients': sharePatients,
  archive: (_, { id: clinicId }) => [{ type: 'ClinicArchived', data: { clinicId } }],
  'add-services': (command, { id: clinicId, services }) => {
    const known = new Set(services.map((service) => service.clinicServiceId));
    const added = command.services.filter((service) => !known.has(service.clinicServiceId));
    requireCapacity(services.length, added.length, caps.services);
    return added.map((service) => ({ type: 'ClinicServiceAdded', data: { clinicId, service } }));
  },
  'change-service': ({ service }, { id: clinicId, services }) => {
    const present = services.find((one) => one.clinicServiceId === service.clinicServiceId);
    if (!present) throw new Rejection('not-found');
    if (textOf(present) === textOf(service)) return [];
    return [{ type: 'ClinicServiceChanged', data: { clinicId, service } }];
  },
  'archive-service': ({ clinicServiceId }, { id: clinicId, services }) =>
    services.some((service) => service.clinicServiceId === clinicServiceId)
      ? [{ type: 'ClinicServiceArchived', data: { clinicId, clinicServiceId } }]
      : [],
  'plan-closing': ({ closingId, period }, { id: clinicId, closings }) => {
    if (period.start >= period.end) throw new Rejection('period-inverted');
    if (closings.some((closing) => closing.closingId === closingId)) return [];
    requireCapacity(closings.length, 1, caps.periods);
    return [closingPlanned(clinicId, { closingId, period })];
  },
  'cancel-closing': ({ closingId }, state) => {
    const closing = state.closings.find((one) => one.closingId === closingId);
    if (!closing) throw new Rejection('not-found');
    return takeBack(state, closing);
  },
  'keep-wall-clock': (_, state) => closingsIn(state, state.details.timezone),
  'choose-holidays': decideHolidays,
  'give-up-holidays': decideHolidays,
  'plan-holidays': decideHolidays,
  'except-holiday': decideHolidays,
  'keep-holiday': decideHolidays,
  invite: decideTeam,
  'stop-beyond-limit': decideTeam,
  accept: decideTeam,
  reject: decideTeam,
  pause: decideTeam,
  activate: decideTeam,
  'archive-member': decideTeam,
  'change-role': decideTeam,
});

/** Only an archived clinic is erased: a clinic without a name is never offered. */
const decideErase = (state: Clinic): readonly ClinicEvent[] => {
  if (state.erased) return [];
  const clinicId = state.id;
  const closingIds = state.closings.map(({ closingId }) => closingId);
  const archived: ClinicEvent[] =
    state.status === 'archived' ? [] : [{ type: 'ClinicArchived', data: { clinicId } }];
  return [...archived, { type: 'ClinicErased', data: { clinicId, closingIds } }];
};

/** Decides `clinic-<id>`: details, services, online booking, closings and team. */
export const clinicDecider: Decider<ClinicState, ClinicEvent, ClinicCommand> = {
  version: 5,
  stream: (id) => `clinic-${id}`,
  initialState: { status: 'none' },
  evolve,
  decide: (command, state) => {
    if (command.type === 'open') {
      if (state.status !== 'none') return [];
      const { clinicId, ownerId, details, onlineBooking } = command;
      const data = { clinicId, ownerId, ...storedDetails(details), onlineBooking };
      return [{ type: 'ClinicOpened', data }];
    }
    if (state.status === 'none') throw new Rejection('not-found');
    if (command.type === 'erase') return decideErase(state);
    if (state.status === 'archived') {
      if (command.type === 'archive') return [];
      throw new Rejection('clinic-archived');
    }
    return decideOpen(command, state);
  },
};

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
import { decideTeam, type TeamCommand } from './team.ts';

export type ClinicState = { readonly status: 'none' } | Clinic;

export type ClinicCommand =
  | { type: 'open'; clinicId: string; ownerId: string; details: ClinicDetails; onlineBooking: boolean }
  | { type: 'change-details'; details: ClinicDetails; onlineBooking?: boolean }
  | { type: 'switch-online-booking'; onlineBooking: boolean }
  | { type: 'ask-factor'; asked: boolean }
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

type TeamEvent = Extract<ClinicEvent, { type: `Collabora${string}` }>;

/** Returns equal text for equal services or details, whatever the order of their fields. */
const textOf = (fields: ClinicServiceData | ClinicDetails): string =>
  JSON.stringify(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const updateMember = (state: Clinic, hubId: string, changes: Partial<TeamMember>): Clinic => ({
  ...state,
  team: state.team.map((member) => (member.hubId === hubId ? { ...member, ...changes } : member)),
});

const evolveTeam = (state: Clinic, event: TeamEvent): Clinic => {
  switch (event.type) {
    case 'CollaboratorInvited': {
      const { hubId, proId, role, status, availabilities, clinicServiceIds } = event.data;
      return {
        ...state,
        team: [...state.team, { hubId, proId, role, status, availabilities, clinicServiceIds }],
      };
    }
    case 'CollaborationAccepted':
    case 'CollaboratorActivated':
      return updateMember(state, event.data.hubId, { status: 'active' });
    case 'CollaborationRejected':
      return updateMember(state, event.data.hubId, { status: 'rejected' });
    case 'CollaboratorPaused':
      return updateMember(state, event.data.hubId, { status: 'paused' });
    case 'CollaboratorStopped':
      return updateMember(state, event.data.hubId, { status: 'stop' });
    case 'CollaboratorArchived':
      return updateMember(state, event.data.hubId, { status: 'archived' });
    case 'CollaboratorRoleChanged':
      return updateMember(state, event.data.hubId, { role: event.data.role });
  }
};

const evolve = (state: ClinicState, event: ClinicEvent): ClinicState => {
  if (event.type === 'ClinicOpened') {
    const { clinicId, ownerId, onlineBooking } = event.data;
    const details = detailsOf(event.data);
    const lists = { services: [], team: [], closings: [], holidays: null, excepted: [] };
    const ids = { id: clinicId, ownerId };
    return { status: 'active', ...ids, details, onlineBooking, secondFactor: false, erased: false, ...lists };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ClinicDetailsChanged':
      return { ...state, details: detailsOf(event.data) };
    case 'OnlineBookingSwitched':
      return { ...state, onlineBooking: event.data.onlineBooking };
    case 'SecondFactorAsked':
    case 'SecondFactorWaived':
      return { ...state, secondFactor: event.type === 'SecondFactorAsked' };
    case 'ClinicArchived':
      return { ...state, status: 'archived' };
    case 'ClinicErased':
      return { ...state, erased: true };
    case 'ClinicServiceAdded':
      return { ...state, services: [...state.services, event.data.service] };
    case 'ClinicServiceChanged': {
      const { service } = event.data;
      const isSame = ({ clinicServiceId }: ClinicServiceData) => clinicServiceId === service.clinicServiceId;
      return { ...state, services: state.services.map((one) => (isSame(one) ? service : one)) };
    }
    case 'ClinicServiceArchived': {
      const { clinicServiceId } = event.data;
      return { ...state, services: state.services.filter((s) => s.clinicServiceId !== clinicServiceId) };
    }
    case 'ClosingPlanned': {
      const { closingId, holiday } = event.data;
      const closing = { closingId, period: periodIn(event.data), ...(holiday && { holiday }) };
      // A replanned closing replaces the former one.
      const others = state.closings.filter((one) => one.closingId !== closingId);
      return { ...state, closings: [...others, closing] };
    }
    case 'ClosingCancelled':
      return { ...state, closings: state.closings.filter((c) => c.closingId !== event.data.closingId) };
    case 'HolidaysChosen':
    case 'HolidaysGivenUp':
    case 'HolidayExcepted':
    case 'HolidayKept':
      return evolveHolidays(state, event);
    default:
      return evolveTeam(state, event);
  }
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

/** Plans closings at the same local time in a zone. */
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

const decideOpen = (
  command: Exclude<ClinicCommand, { type: 'open' | 'erase' }>,
  state: Clinic,
): readonly ClinicEvent[] => {
  const clinicId = state.id;
  switch (command.type) {
    case 'change-details':
      return [...changeDetails(state, command.details), ...switchOnlineBooking(state, command.onlineBooking)];
    case 'switch-online-booking':
      return switchOnlineBooking(state, command.onlineBooking);
    case 'ask-factor': {
      if (state.secondFactor === command.asked) return [];
      return [{ type: command.asked ? 'SecondFactorAsked' : 'SecondFactorWaived', data: { clinicId } }];
    }
    case 'archive':
      return [{ type: 'ClinicArchived', data: { clinicId } }];
    case 'add-services': {
      const known = new Set(state.services.map((service) => service.clinicServiceId));
      const added = command.services.filter((service) => !known.has(service.clinicServiceId));
      requireCapacity(state.services.length, added.length, caps.services);
      return added.map((service) => ({ type: 'ClinicServiceAdded', data: { clinicId, service } }));
    }
    case 'change-service': {
      const { service } = command;
      const present = state.services.find((one) => one.clinicServiceId === service.clinicServiceId);
      if (!present) throw new Rejection('not-found');
      if (textOf(present) === textOf(service)) return [];
      return [{ type: 'ClinicServiceChanged', data: { clinicId, service } }];
    }
    case 'archive-service': {
      const { clinicServiceId } = command;
      if (!state.services.some((service) => service.clinicServiceId === clinicServiceId)) return [];
      return [{ type: 'ClinicServiceArchived', data: { clinicId, clinicServiceId } }];
    }
    case 'plan-closing': {
      const { closingId, period } = command;
      if (period.start >= period.end) throw new Rejection('period-inverted');
      if (state.closings.some((closing) => closing.closingId === closingId)) return [];
      requireCapacity(state.closings.length, 1, caps.periods);
      return [closingPlanned(clinicId, { closingId, period })];
    }
    case 'cancel-closing': {
      const { closingId } = command;
      const closing = state.closings.find((one) => one.closingId === closingId);
      if (!closing) throw new Rejection('not-found');
      return takeBack(state, closing);
    }
    case 'keep-wall-clock':
      return closingsIn(state, state.details.timezone);
    case 'choose-holidays':
    case 'give-up-holidays':
    case 'plan-holidays':
    case 'except-holiday':
    case 'keep-holiday':
      return decideHolidays(command, state);
    default:
      return decideTeam(command, state);
  }
};

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
  version: 4,
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

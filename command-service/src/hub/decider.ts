import { isInverted } from '@visita/contracts/availability/windows';
import type { AvailabilityWindow, Period } from '@visita/contracts/clinic/events';
import type { HubEvent } from '@visita/contracts/hub/events';
import { caps, requireRoom } from '@visita/contracts/clinic/caps';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

export type Hub = {
  readonly status: 'open';
  readonly hubId: string;
  readonly clinicId: string;
  readonly proId: string;
  readonly availabilities: readonly AvailabilityWindow[];
  readonly services: readonly { readonly hubServiceId: string; readonly clinicServiceId: string }[];
  readonly vacations: readonly { readonly vacationId: string; readonly period: Period }[];
};
export type HubState = { readonly status: 'none' } | Hub;

type OfferedService = { hubServiceId: string; clinicServiceId: string };

export type HubCommand =
  | {
      type: 'open';
      hubId: string;
      clinicId: string;
      proId: string;
      availabilities: readonly AvailabilityWindow[];
      services: readonly OfferedService[];
    }
  | { type: 'add-availabilities'; availabilities: readonly AvailabilityWindow[] }
  | { type: 'remove-availability'; availabilityId: string }
  | { type: 'offer-service'; service: OfferedService }
  | { type: 'withdraw-service'; hubServiceId: string }
  | { type: 'plan-vacation'; vacationId: string; period: Period }
  | { type: 'cancel-vacation'; vacationId: string };

const evolve = (state: HubState, event: HubEvent): HubState => {
  if (event.type === 'HubOpened') {
    return { status: 'open', ...event.data, availabilities: [], services: [], vacations: [] };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'AvailabilityAdded':
      return { ...state, availabilities: [...state.availabilities, event.data.availability] };
    case 'AvailabilityRemoved': {
      const { availabilityId } = event.data;
      const availabilities = state.availabilities.filter((a) => a.availabilityId !== availabilityId);
      return { ...state, availabilities };
    }
    case 'HubServiceOffered': {
      const { hubServiceId, clinicServiceId } = event.data;
      return { ...state, services: [...state.services, { hubServiceId, clinicServiceId }] };
    }
    case 'HubServiceWithdrawn': {
      const { hubServiceId } = event.data;
      return { ...state, services: state.services.filter((s) => s.hubServiceId !== hubServiceId) };
    }
    case 'VacationPlanned': {
      const { vacationId, period } = event.data;
      return { ...state, vacations: [...state.vacations, { vacationId, period }] };
    }
    case 'VacationCancelled':
      return { ...state, vacations: state.vacations.filter((v) => v.vacationId !== event.data.vacationId) };
  }
};

type Ids = { hubId: string; clinicId: string; proId: string };

const addAvailabilities = (
  ids: Ids,
  windows: readonly AvailabilityWindow[],
  known: readonly AvailabilityWindow[],
): HubEvent[] => {
  if (windows.some(isInverted)) {
    throw new Rejection('availability-inverted');
  }
  const present = new Set(known.map((window) => window.availabilityId));
  const added = windows.filter((window) => !present.has(window.availabilityId));
  requireRoom(known.length, added.length, caps.hours);
  return added.map((availability) => ({ type: 'AvailabilityAdded', data: { ...ids, availability } }));
};

const decideOpen = (command: HubCommand, state: Hub): readonly HubEvent[] => {
  const ids = { hubId: state.hubId, clinicId: state.clinicId, proId: state.proId };
  switch (command.type) {
    case 'add-availabilities':
      return addAvailabilities(ids, command.availabilities, state.availabilities);
    case 'remove-availability': {
      const { availabilityId } = command;
      if (!state.availabilities.some((a) => a.availabilityId === availabilityId)) {
        throw new Rejection('not-found');
      }
      return [{ type: 'AvailabilityRemoved', data: { ...ids, availabilityId } }];
    }
    case 'offer-service': {
      const { service } = command;
      // A hub service for the same clinic service is not added again.
      if (state.services.some((s) => s.clinicServiceId === service.clinicServiceId)) return [];
      requireRoom(state.services.length, 1, caps.hubServices);
      return [{ type: 'HubServiceOffered', data: { ...ids, ...service } }];
    }
    case 'withdraw-service': {
      const offered = state.services.find((s) => s.hubServiceId === command.hubServiceId);
      return offered ? [{ type: 'HubServiceWithdrawn', data: { ...ids, ...offered } }] : [];
    }
    case 'plan-vacation': {
      const { vacationId, period } = command;
      if (period.start >= period.end) throw new Rejection('period-inverted');
      if (state.vacations.some((vacation) => vacation.vacationId === vacationId)) return [];
      requireRoom(state.vacations.length, 1, caps.periods);
      return [{ type: 'VacationPlanned', data: { ...ids, vacationId, period } }];
    }
    case 'cancel-vacation': {
      const { vacationId } = command;
      if (!state.vacations.some((v) => v.vacationId === vacationId)) throw new Rejection('not-found');
      return [{ type: 'VacationCancelled', data: { ...ids, vacationId } }];
    }
    case 'open':
      return [];
  }
};

/** Decides `hub-<id>`: availabilities, offered services and vacations of a professional at one clinic. */
export const hubDecider: Decider<HubState, HubEvent, HubCommand> = {
  stream: (id) => `hub-${id}`,
  initialState: { status: 'none' },
  evolve,
  decide: (command, state) => {
    if (state.status === 'open') return decideOpen(command, state);
    if (command.type !== 'open') throw new Rejection('not-found');
    const { hubId, clinicId, proId, availabilities, services } = command;
    const ids = { hubId, clinicId, proId };
    return [
      { type: 'HubOpened', data: ids },
      ...addAvailabilities(ids, availabilities, []),
      ...services.map((service): HubEvent => ({ type: 'HubServiceOffered', data: { ...ids, ...service } })),
    ];
  },
};

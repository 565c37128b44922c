import { isInverted } from '@visita/contracts/availability/windows';
import { changedIn } from '@visita/contracts/availability/periods';
import { createZone } from '@visita/contracts/availability/zones';
import {
  type AvailabilityWindow,
  type OwnTerms,
  type Period,
  periodIn,
  storedPeriod,
} from '@visita/contracts/clinic/events';
import type { EventData } from '@visita/contracts/events';
import type { HubEvent } from '@visita/contracts/hub/events';
import { caps, requireCapacity } from '@visita/contracts/clinic/caps';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

type DayWindows = EventData['DayHoursSet']['windows'];

/** A date's own hours; null restores the weekly ones. */
export type DayHoursChange = { readonly date: string; readonly windows: DayWindows | null };

type HubService = {
  readonly hubServiceId: string;
  readonly clinicServiceId: string;
  readonly own?: OwnTerms;
};

export type Hub = {
  readonly status: 'open';
  readonly hubId: string;
  readonly clinicId: string;
  readonly proId: string;
  readonly availabilities: readonly AvailabilityWindow[];
  /** Own hours by date. */
  readonly dayHours: Readonly<Record<string, DayWindows>>;
  readonly services: readonly HubService[];
  readonly vacations: readonly { readonly vacationId: string; readonly period: Period }[];
  /** Whether titles of vacations are erased, because the professional's account was deleted. */
  readonly erased: boolean;
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
  | { type: 'set-day-hours'; days: readonly DayHoursChange[]; today: string }
  | { type: 'offer-service'; service: OfferedService }
  | { type: 'withdraw-service'; hubServiceId: string }
  | { type: 'set-terms'; hubServiceId: string; own: OwnTerms }
  | { type: 'plan-vacation'; vacationId: string; period: Period }
  | { type: 'cancel-vacation'; vacationId: string }
  /** Replans the vacations whose instants no longer match their local time in a zone. */
  | { type: 'keep-wall-clock'; timezone: string }
  | { type: 'erase' };

const evolve = (state: HubState, event: HubEvent): HubState => {
  if (event.type === 'HubOpened') {
    return {
      status: 'open',
      ...event.data,
      availabilities: [],
      dayHours: {},
      services: [],
      vacations: [],
      erased: false,
    };
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
    case 'DayHoursSet': {
      const { date, windows } = event.data;
      return { ...state, dayHours: { ...state.dayHours, [date]: windows } };
    }
    case 'DayHoursCleared': {
      const { [event.data.date]: _cleared, ...dayHours } = state.dayHours;
      return { ...state, dayHours };
    }
    case 'HubServiceOffered': {
      const { hubServiceId, clinicServiceId } = event.data;
      return { ...state, services: [...state.services, { hubServiceId, clinicServiceId }] };
    }
    case 'HubServiceTermsSet': {
      const { hubServiceId, own } = event.data;
      const isSameService = (one: HubService) => one.hubServiceId === hubServiceId;
      return {
        ...state,
        services: state.services.map((one) => (isSameService(one) ? { ...one, own } : one)),
      };
    }
    case 'HubServiceWithdrawn': {
      const { hubServiceId } = event.data;
      return { ...state, services: state.services.filter((s) => s.hubServiceId !== hubServiceId) };
    }
    case 'VacationPlanned': {
      const { vacationId } = event.data;
      // A vacation that is planned again replaces the former one.
      const others = state.vacations.filter((one) => one.vacationId !== vacationId);
      return { ...state, vacations: [...others, { vacationId, period: periodIn(event.data) }] };
    }
    case 'VacationCancelled':
      return { ...state, vacations: state.vacations.filter((v) => v.vacationId !== event.data.vacationId) };
    case 'HubErased':
      return { ...state, erased: true };
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
  requireCapacity(known.length, added.length, caps.hours);
  return added.map((availability) => ({ type: 'AvailabilityAdded', data: { ...ids, availability } }));
};

const isSame = (one: DayWindows | undefined, other: DayWindows): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const setDayHours = (
  ids: Ids,
  { days, today }: Extract<HubCommand, { type: 'set-day-hours' }>,
  { dayHours }: Hub,
): HubEvent[] => {
  if (days.some(({ windows }) => windows?.some(isInverted))) throw new Rejection('availability-inverted');
  const known = Object.keys(dayHours).filter((date) => date >= today);
  const added = days.filter(({ date, windows }) => windows && date >= today && !known.includes(date));
  requireCapacity(known.length, added.length, caps.dayHours);
  return days.flatMap(({ date, windows }): HubEvent[] => {
    if (windows === null) return dayHours[date] ? [{ type: 'DayHoursCleared', data: { ...ids, date } }] : [];
    if (isSame(dayHours[date], windows)) return [];
    return [{ type: 'DayHoursSet', data: { ...ids, date, windows } }];
  });
};

const setTerms = (
  ids: Ids,
  { hubServiceId, own }: Extract<HubCommand, { type: 'set-terms' }>,
  { services }: Hub,
): HubEvent[] => {
  const offered = services.find((one) => one.hubServiceId === hubServiceId);
  if (!offered) throw new Rejection('not-found');
  const { clinicServiceId, own: present = {} } = offered;
  if (present.duration === own.duration && present.priceCents === own.priceCents) return [];
  return [{ type: 'HubServiceTermsSet', data: { ...ids, hubServiceId, clinicServiceId, own } }];
};

type Vacation = Hub['vacations'][number];

const vacationPlanned = (ids: Ids, { vacationId, period }: Vacation): HubEvent => ({
  type: 'VacationPlanned',
  data: { ...ids, vacationId, ...storedPeriod(period) },
});

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
    case 'set-day-hours':
      return setDayHours(ids, command, state);
    case 'offer-service': {
      const { service } = command;
      // A hub service for the same clinic service is not added again.
      if (state.services.some((s) => s.clinicServiceId === service.clinicServiceId)) return [];
      requireCapacity(state.services.length, 1, caps.hubServices);
      return [{ type: 'HubServiceOffered', data: { ...ids, ...service } }];
    }
    case 'withdraw-service': {
      const offered = state.services.find((s) => s.hubServiceId === command.hubServiceId);
      if (!offered) return [];
      const { hubServiceId, clinicServiceId } = offered;
      return [{ type: 'HubServiceWithdrawn', data: { ...ids, hubServiceId, clinicServiceId } }];
    }
    case 'set-terms':
      return setTerms(ids, command, state);
    case 'plan-vacation': {
      const { vacationId, period } = command;
      if (period.start >= period.end) throw new Rejection('period-inverted');
      if (state.vacations.some((vacation) => vacation.vacationId === vacationId)) return [];
      requireCapacity(state.vacations.length, 1, caps.periods);
      return [vacationPlanned(ids, { vacationId, period })];
    }
    case 'cancel-vacation': {
      const { vacationId } = command;
      if (!state.vacations.some((v) => v.vacationId === vacationId)) throw new Rejection('not-found');
      return [{ type: 'VacationCancelled', data: { ...ids, vacationId } }];
    }
    case 'keep-wall-clock': {
      // Erased titles cannot be written again.
      if (state.erased) return [];
      const changed = changedIn(state.vacations, createZone(command.timezone));
      return changed.map((vacation) => vacationPlanned(ids, vacation));
    }
    case 'erase': {
      const vacationIds = state.vacations.map(({ vacationId }) => vacationId);
      if (state.erased || vacationIds.length === 0) return [];
      return [{ type: 'HubErased', data: { ...ids, vacationIds } }];
    }
    case 'open':
      return [];
  }
};

/** Decides `hub-<id>`: availabilities, offered services and vacations of a professional at one clinic. */
export const hubDecider: Decider<HubState, HubEvent, HubCommand> = {
  version: 2,
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

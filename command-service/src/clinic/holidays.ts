import { caps, requireCapacity } from '@visita/contracts/clinic/caps';
import {
  type ClinicEvent,
  type HolidayChoice,
  type Period,
  storedPeriod,
} from '@visita/contracts/clinic/events';
import { Rejection } from '@visita/contracts/problem';
import type { Clinic, Closing } from './state.ts';

export type HolidayClosing = {
  readonly date: string;
  readonly closingId: string;
  readonly period: Period;
};

export type HolidayCommand =
  | { type: 'choose-holidays'; choice: HolidayChoice; days: readonly HolidayClosing[]; now: string }
  | { type: 'give-up-holidays'; now: string }
  /** Plans the holidays of the next twelve months that are not planned yet. */
  | { type: 'plan-holidays'; days: readonly HolidayClosing[]; now: string }
  | { type: 'except-holiday'; day: HolidayClosing; now: string }
  | { type: 'keep-holiday'; day: HolidayClosing; now: string };

type HolidayEvent = Extract<
  ClinicEvent,
  { type: 'HolidaysChosen' | 'HolidaysGivenUp' | 'HolidayExcepted' | 'HolidayKept' }
>;

export const evolveHolidays = (state: Clinic, event: HolidayEvent): Clinic => {
  switch (event.type) {
    case 'HolidaysChosen':
      return { ...state, holidays: event.data.choice };
    case 'HolidaysGivenUp':
      return { ...state, holidays: null, excepted: [] };
    case 'HolidayExcepted':
      return { ...state, excepted: [...state.excepted, event.data.date] };
    case 'HolidayKept':
      return { ...state, excepted: state.excepted.filter((date) => date !== event.data.date) };
  }
};

const cancelled = (clinicId: string, { closingId }: Pick<Closing, 'closingId'>): ClinicEvent => ({
  type: 'ClosingCancelled',
  data: { clinicId, closingId },
});

const excepting = ({ id: clinicId, excepted }: Clinic, date: string): ClinicEvent[] =>
  excepted.includes(date) ? [] : [{ type: 'HolidayExcepted', data: { clinicId, date } }];

/** Removes a closing. For a holiday it also adds an exception, so that it is not planned again. */
export const takeBack = (state: Clinic, closing: Closing): readonly ClinicEvent[] => {
  const exception =
    closing.holiday === undefined || state.holidays === null ? [] : excepting(state, closing.holiday);
  return [...exception, cancelled(state.id, closing)];
};

/** Returns the upcoming closings for holidays; those that have begun are never changed. */
const toCome = ({ closings }: Clinic, now: string): Closing[] =>
  closings.filter(({ holiday, period }) => holiday !== undefined && period.start > now);

/** Returns the closings for upcoming holidays that are neither planned nor excepted. */
const planning = (state: Clinic, days: readonly HolidayClosing[], now: string): ClinicEvent[] => {
  const planned = new Set(state.closings.map(({ closingId }) => closingId));
  const excepted = new Set(state.excepted);
  const missing = days.filter(
    ({ closingId, date, period }) => period.start > now && !planned.has(closingId) && !excepted.has(date),
  );
  requireCapacity(state.closings.length, missing.length, caps.periods);
  return missing.map(({ closingId, date, period }) => ({
    type: 'ClosingPlanned',
    data: { clinicId: state.id, closingId, ...storedPeriod(period), holiday: date },
  }));
};

const isSame = (one: HolidayChoice, other: HolidayChoice | null): boolean =>
  one.country === other?.country && one.region === other.region;

const choose = (
  { choice, days, now }: Extract<HolidayCommand, { type: 'choose-holidays' }>,
  state: Clinic,
): readonly ClinicEvent[] => {
  const { id: clinicId, holidays } = state;
  if (isSame(choice, holidays)) return planning(state, days, now);
  const kept = new Set(days.map(({ closingId }) => closingId));
  const gone = toCome(state, now).filter(({ closingId }) => !kept.has(closingId));
  const left = { ...state, closings: state.closings.filter((closing) => !gone.includes(closing)) };
  return [
    { type: 'HolidaysChosen', data: { clinicId, choice } },
    ...gone.map((closing) => cancelled(clinicId, closing)),
    ...planning(left, days, now),
  ];
};

/** Decides which public holidays close a clinic. Manually planned and past closings stay unchanged. */
export const decideHolidays = (command: HolidayCommand, state: Clinic): readonly ClinicEvent[] => {
  const { id: clinicId, holidays } = state;
  if (command.type === 'choose-holidays') return choose(command, state);
  if (command.type === 'give-up-holidays') {
    if (holidays === null) return [];
    const gone = toCome(state, command.now).map((closing) => cancelled(clinicId, closing));
    return [{ type: 'HolidaysGivenUp', data: { clinicId } }, ...gone];
  }
  if (command.type === 'plan-holidays') {
    return holidays === null ? [] : planning(state, command.days, command.now);
  }
  const { day, now } = command;
  if (holidays === null || day.period.start <= now) throw new Rejection('not-found');
  if (command.type === 'except-holiday') {
    const closing = state.closings.find(({ closingId }) => closingId === day.closingId);
    return closing ? takeBack(state, closing) : excepting(state, day.date);
  }
  const kept = { ...state, excepted: state.excepted.filter((date) => date !== day.date) };
  const back: ClinicEvent[] =
    kept.excepted.length === state.excepted.length
      ? []
      : [{ type: 'HolidayKept', data: { clinicId, date: day.date } }];
  return [...back, ...planning(kept, [day], now)];
};

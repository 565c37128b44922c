import type { BookingView } from '@visita/contracts/booking/views';
import type { VisitsInTheWay } from '@visita/contracts/booking/visits-in-the-way';
import type { FreeTime } from '../../../ui/fields/free-times.tsx';

/** Professionals that visits are moved to: `any`, the `same` one, or one professional's id. */
export type Target = string;

/** Decision about a visit; without one the visit stays. */
export type Choice = { readonly to: FreeTime } | 'cancel';
export type Choices = Readonly<Record<string, Choice>>;

const minuteOf = ({ day, time }: FreeTime): number => Date.parse(`${day}T${time}Z`) / 60_000;

/** Returns whether two times overlap, with their buffers. */
const overlap = (one: FreeTime, other: FreeTime): boolean => {
  const end = (time: FreeTime) => minuteOf(time) + time.duration + time.buffer_after;
  const start = (time: FreeTime) => minuteOf(time) - time.buffer_before;
  return start(one) < end(other) && start(other) < end(one);
};

const withoutBuffers = (time: FreeTime): FreeTime => ({ ...time, buffer_before: 0, buffer_after: 0 });

type Given = { readonly patientId: string | undefined; readonly to: FreeTime };

/** Returns whether two visits are at the same time with the same professional, or of the same patient. */
const clash = (one: Given, other: Given): boolean =>
  (one.to.proId === other.to.proId && overlap(one.to, other.to)) ||
  (one.patientId !== undefined &&
    one.patientId === other.patientId &&
    overlap(withoutBuffers(one.to), withoutBuffers(other.to)));

/** Returns the times given by decisions about visits, except about one visit. */
const givenBy = (choices: Choices, visits: readonly BookingView[], except?: string): Given[] => {
  const patients = new Map(visits.map((visit) => [visit.id, visit.patient_id]));
  return Object.entries(choices).flatMap(([id, choice]) =>
    id === except || choice === 'cancel' ? [] : [{ patientId: patients.get(id), to: choice.to }],
  );
};

type Decisions = { readonly visits: readonly BookingView[]; readonly choices: Choices };

/** Returns whether a time for a visit is given to another visit, or overlaps another visit of the patient. */
export const isGiven = (
  time: FreeTime,
  { id, patient_id: patientId }: BookingView,
  all: Decisions,
): boolean => givenBy(all.choices, all.visits, id).some((other) => clash({ patientId, to: time }, other));

/** Returns whether the professional is absent at a time, although no closing or vacation says so. */
export const isAway = (
  { type, professional, starting_date: start }: VisitsInTheWay,
  time: FreeTime,
): boolean => type === 'day' && time.proId === professional?.pro_id && time.day === start.slice(0, 10);

type Question = {
  /** Visits to decide about. */
  readonly visits: readonly BookingView[];
  /** All visits of the decisions; those to decide about by default. */
  readonly all?: readonly BookingView[];
  /** Returns the free times for a visit, in order. */
  readonly timesOf: (visit: BookingView) => readonly FreeTime[];
  readonly target: Target;
  /** Earlier decisions, which are kept. */
  readonly choices: Choices;
};

const suits = (target: Target, { pro_id: proId }: BookingView, time: FreeTime): boolean =>
  target === 'any' || time.proId === (target === 'same' ? proId : target);

/**
 * Gives each visit the first free time that no other visit has and at which no other decision brings the same
 * patient. A visit without one gets no decision.
 */
export const propose = ({ visits, all = visits, timesOf, target, choices }: Question): Choices => {
  const decided: Record<string, Choice> = { ...choices };
  const given = givenBy(choices, all);
  for (const visit of visits) {
    if (decided[visit.id]) continue;
    const { patient_id: patientId } = visit;
    const to = timesOf(visit).find(
      (time) => suits(target, visit, time) && !given.some((other) => clash({ patientId, to: time }, other)),
    );
    if (!to) continue;
    decided[visit.id] = { to };
    given.push({ patientId, to });
  }
  return decided;
};

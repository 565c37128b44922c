import type { BookingView } from '@visita/contracts/booking/views';
import type { VisitsInTheWay } from '@visita/contracts/booking/visits-in-the-way';
import type { FreeTime } from '../../../ui/fields/free-times.tsx';

/** Professionals that visits are moved to: `any`, the `same` one, or one professional's id. */
export type Target = string;

/** Decision about a visit; without one the visit stays. */
export type Choice = { readonly to: FreeTime } | 'cancel';
export type Choices = Readonly<Record<string, Choice>>;

const minuteOf = ({ day, time }: FreeTime): number => Date.parse(`${day}T${time}Z`) / 60_000;

/** Returns whether two times of one professional overlap, with their buffers. */
const overlap = (one: FreeTime, other: FreeTime): boolean => {
  const end = (time: FreeTime) => minuteOf(time) + time.duration + time.buffer_after;
  const start = (time: FreeTime) => minuteOf(time) - time.buffer_before;
  return start(one) < end(other) && start(other) < end(one);
};

/** Returns whether a time is already given to another visit. */
export const isGiven = (time: FreeTime, choices: Choices, except: string): boolean =>
  Object.entries(choices).some(
    ([id, choice]) =>
      id !== except && choice !== 'cancel' && choice.to.proId === time.proId && overlap(choice.to, time),
  );

/** Returns whether the professional is absent at a time, although no closing or vacation says so. */
export const isAway = (
  { type, professional, starting_date: start }: VisitsInTheWay,
  time: FreeTime,
): boolean => type === 'day' && time.proId === professional?.pro_id && time.day === start.slice(0, 10);

type Question = {
  readonly visits: readonly BookingView[];
  /** Returns the free times for a visit, in order. */
  readonly timesOf: (visit: BookingView) => readonly FreeTime[];
  readonly target: Target;
  /** Earlier decisions, which are kept. */
  readonly choices: Choices;
};

const suits = (target: Target, { pro_id: proId }: BookingView, time: FreeTime): boolean =>
  target === 'any' || time.proId === (target === 'same' ? proId : target);

/** Gives each visit the first free time that no other visit has. A visit without one gets no decision. */
export const propose = ({ visits, timesOf, target, choices }: Question): Choices => {
  const given: Record<string, Choice> = { ...choices };
  const byPro = Map.groupBy(
    Object.values(given).flatMap((choice) => (choice === 'cancel' ? [] : [choice.to])),
    ({ proId }) => proId,
  );
  for (const visit of visits) {
    if (given[visit.id]) continue;
    const to = timesOf(visit).find(
      (time) =>
        suits(target, visit, time) && !(byPro.get(time.proId) ?? []).some((other) => overlap(time, other)),
    );
    if (!to) continue;
    given[visit.id] = { to };
    byPro.set(to.proId, [...(byPro.get(to.proId) ?? []), to]);
  }
  return given;
};

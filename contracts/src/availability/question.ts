import { hoursOf, type DayHours, type Hours } from './hours.ts';
import { mergeIntervals, type Interval, type WorkingWindow } from './windows.ts';
import { addDays, msOf, type Moment, type Zone } from './zones.ts';

const minuteMs = 60_000;

/** Busy interval in epoch ms. Another visit's buffer may overlap it if it has `admitsBuffers`. */
export type BusyInterval = Interval & { readonly admitsBuffers?: boolean };

/** Inputs of the slot rule for one hub and one service. */
export type SlotQuestion<B extends BusyInterval = BusyInterval> = {
  /** The clinic's zone. Reuse it between calls: it caches clock changes. */
  readonly zone: Zone;
  readonly now: Moment;
  /** Number of days ahead that can be booked, not counting today. */
  readonly horizonDays: number;
  /** Length of the service in real minutes. */
  readonly durationMinutes: number;
  /** Real minutes between possible starts. Default: the duration. */
  readonly stepMinutes?: number | null;
  /** Buffers in minutes. */
  readonly bufferBefore?: number;
  readonly bufferAfter?: number;
  /** Minimum hours between now and the start. */
  readonly noticeHours?: number;
  readonly windows: readonly WorkingWindow[];
  readonly dayHours?: readonly DayHours[];
  /** Busy intervals (see `blockers.ts`), in any order; they may overlap. */
  readonly busy: readonly B[];
  /** If set, starts next to neighbours are offered, and none that leaves a gap shorter than `shortestMinutes`. */
  readonly gapless?: { readonly shortestMinutes: number } | null;
};

/** First and last local day that can be booked, `YYYY-MM-DD`, both inclusive. */
export const openDays = ({ zone, now, horizonDays }: Pick<SlotQuestion, 'zone' | 'now' | 'horizonDays'>) => {
  const first = zone.dayOf(now);
  return { first, last: addDays(first, horizonDays) };
};

/** A {@link SlotQuestion} in epoch ms, with sorted busy intervals. */
export type Prepared = {
  readonly zone: Zone;
  readonly now: number;
  /** First start that the minimum notice allows. */
  readonly earliest: number;
  readonly duration: number;
  readonly step: number;
  readonly before: number;
  readonly after: number;
  readonly hours: Hours;
  /** Busy intervals that buffers may not overlap: bookings and blocked times. */
  readonly occupied: readonly Interval[];
  /** Busy intervals that buffers may overlap: closings and vacations. */
  readonly shut: readonly Interval[];
  /** Shortest gap that may be left; null if any may. */
  readonly shortest: number | null;
  readonly first: string;
  readonly last: string;
};

export const prepare = (question: SlotQuestion): Prepared => {
  const { zone, durationMinutes, bufferBefore = 0, bufferAfter = 0, noticeHours = 0, gapless } = question;
  const now = msOf(question.now);
  return {
    zone,
    now,
    earliest: now + noticeHours * 60 * minuteMs,
    duration: durationMinutes * minuteMs,
    step: (question.stepMinutes ?? durationMinutes) * minuteMs,
    before: bufferBefore * minuteMs,
    after: bufferAfter * minuteMs,
    hours: hoursOf(question.windows, question.dayHours),
    occupied: mergeIntervals(question.busy.filter(({ admitsBuffers }) => !admitsBuffers)),
    shut: mergeIntervals(question.busy.filter(({ admitsBuffers }) => admitsBuffers)),
    shortest: gapless ? gapless.shortestMinutes * minuteMs : null,
    ...openDays(question),
  };
};

import { hoursOf, type DayHours, type Hours } from './hours.ts';
import { mergeIntervals, type Interval, type WorkingWindow } from './windows.ts';
import { addDays, msOf, type Moment, type Zone } from './zones.ts';

const minuteMs = 60_000;

/** What blocks, in epoch ms; one that `admitsBuffers` keeps only visits away, not the time around them. */
export type BusyInterval = Interval & { readonly admitsBuffers?: boolean };

/** Everything the slot rule looks at, for one professional's hub and one service. */
export type SlotQuestion<B extends BusyInterval = BusyInterval> = {
  /** The clinic's zone; keep it between calls, it remembers clock changes. */
  readonly zone: Zone;
  readonly now: Moment;
  /** Days ahead that are open, today not counted. */
  readonly horizonDays: number;
  /** Length of the service, in whole real minutes. */
  readonly durationMinutes: number;
  /** Step of the grid, in whole real minutes; the duration where it is left out. */
  readonly stepMinutes?: number | null;
  /** A visit occupies so many minutes before its start and after its end, too. */
  readonly bufferBefore?: number;
  readonly bufferAfter?: number;
  /** Hours between now and the first start. */
  readonly noticeHours?: number;
  readonly windows: readonly WorkingWindow[];
  readonly dayHours?: readonly DayHours[];
  /** What blocks (see `blockers.ts`), in epoch ms, in any order, overlaps allowed. */
  readonly busy: readonly B[];
  /** Starts beside neighbours, and no rest shorter than this many minutes (the shortest service). */
  readonly gapless?: { readonly shortestMinutes: number } | null;
};

/** First and last local day that are open, `YYYY-MM-DD`, both inclusive. */
export const openDays = ({ zone, now, horizonDays }: Pick<SlotQuestion, 'zone' | 'now' | 'horizonDays'>) => {
  const first = zone.dayOf(now);
  return { first, last: addDays(first, horizonDays) };
};

/** A {@link SlotQuestion} in epoch ms, with what blocks sorted. */
export type Prepared = {
  readonly zone: Zone;
  readonly now: number;
  /** The first start that the notice allows. */
  readonly earliest: number;
  readonly duration: number;
  readonly step: number;
  readonly before: number;
  readonly after: number;
  readonly hours: Hours;
  /** What the time around a visit may not overlap: what is booked, and blocks. */
  readonly occupied: readonly Interval[];
  /** What only the visit may not overlap: closings and vacations. */
  readonly shut: readonly Interval[];
  /** The shortest rest worth leaving, null where any may be left. */
  readonly shortest: number | null;
  readonly first: string;
  readonly last: string;
};

/** Makes a question ready for many dates. */
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

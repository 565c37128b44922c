import { mergeIntervals, secondsOfDay, weekOf, type Interval, type WorkingWindow } from './windows.ts';
import { addDays, msOf, weekdayOf, type LocalDay, type Moment, type Zone } from './zones.ts';

/** Days ahead a patient may book when the professional set no `calendarAvailabilityLimit`. */
export const defaultHorizonDays = 30;

const minuteMs = 60_000;

/** Everything the slot rule looks at, for one professional's hub and one service. */
export type SlotQuestion<B extends Interval = Interval> = {
  /** The clinic's zone; keep it between calls, it remembers clock changes. */
  readonly zone: Zone;
  readonly now: Moment;
  /** Days ahead that are open, today not counted. */
  readonly horizonDays: number;
  /** Length of the service and step of the grid, in whole real minutes. */
  readonly durationMinutes: number;
  readonly windows: readonly WorkingWindow[];
  /** What blocks (see `blockers.ts`), in epoch ms, in any order, overlaps allowed. */
  readonly busy: readonly B[];
};

/** `HH:mm` of minutes since midnight. Formatting dates here would be most of what the rule costs. */
const clockOf = (minutes: number): string => {
  const hour = Math.floor(minutes / 60);
  const minute = minutes % 60;
  return `${hour < 10 ? '0' : ''}${hour}:${minute < 10 ? '0' : ''}${minute}`;
};

/** First and last local day that are open, `YYYY-MM-DD`, both inclusive. */
export const openDays = ({ zone, now, horizonDays }: Pick<SlotQuestion, 'zone' | 'now' | 'horizonDays'>) => {
  const first = zone.dayOf(now);
  return { first, last: addDays(first, horizonDays) };
};

/**
 * The working hours of one local date as instants. Merged on the wall clock, and once more as instants, because
 * in a skipped hour two windows can come to overlap that did not on the wall.
 */
export const openHours = (
  zone: Zone,
  week: ReadonlyMap<number, readonly Interval[]>,
  date: string,
): { day: LocalDay; hours: Interval[] } | null => {
  const spans = week.get(weekdayOf(date));
  if (!spans?.length) return null;
  const day = zone.localDay(date);
  const instantOf = (seconds: number): number => {
    if (seconds >= secondsOfDay) return day.next;
    if (day.even) return day.midnight + seconds * 1000;
    return zone.toMs(`${date}T${new Date(seconds * 1000).toISOString().slice(11, 19)}`);
  };
  const hours = spans.map(({ start, end }) => ({ start: instantOf(start), end: instantOf(end) }));
  return { day, hours: day.even ? hours : mergeIntervals(hours) };
};

/**
 * The `HH:mm` under which a start is offered, or null where no such text names it. In a repeated hour the
 * second pass has none: its label would be read as the first occurrence, and a patient who
 * pressed it would get another appointment. Nor has a start on a full minute's odd seconds, or one that a
 * skipped hour carried into the next date.
 */
export const labelOf = (zone: Zone, date: string, day: LocalDay, start: number): string | null => {
  if (day.even) {
    const time = start - day.midnight;
    return time % minuteMs === 0 ? clockOf(time / minuteMs) : null;
  }
  const wall = zone.wallOf(start);
  return wall.startsWith(date) && zone.toMs(wall) === start ? wall.slice(11) : null;
};

/** Index of the first of some sorted disjoint intervals that ends after a moment. */
const firstEndingAfter = (busy: readonly Interval[], moment: number): number => {
  let low = 0;
  let high = busy.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (busy[middle]!.end > moment) high = middle;
    else low = middle + 1;
  }
  return low;
};

type Prepared = {
  readonly zone: Zone;
  readonly now: number;
  readonly step: number;
  readonly week: ReadonlyMap<number, readonly Interval[]>;
  readonly busy: readonly Interval[];
  readonly first: string;
  readonly last: string;
};

const prepare = (question: SlotQuestion): Prepared => ({
  zone: question.zone,
  now: msOf(question.now),
  step: question.durationMinutes * minuteMs,
  week: weekOf(question.windows),
  busy: mergeIntervals(question.busy),
  ...openDays(question),
});

type Slot = { readonly start: number; readonly time: string };

/** One sweep over the day's windows and the busy intervals, both sorted and disjoint. */
const slotsOn = ({ zone, now, step, week, busy, first, last }: Prepared, date: string): Slot[] => {
  const open = date >= first && date <= last && step > 0 ? openHours(zone, week, date) : null;
  if (!open) return [];
  const slots: Slot[] = [];
  for (const { start, end } of open.hours) {
    let next = firstEndingAfter(busy, start);
    for (let at = start; at + step <= end; at += step) {
      while (next < busy.length && busy[next]!.end <= at) next += 1;
      if (at <= now || (next < busy.length && busy[next]!.start < at + step)) continue;
      const time = labelOf(zone, date, open.day, at);
      if (time !== null) slots.push({ start: at, time });
    }
  }
  return slots;
};

/**
 * The slot rule: for each date asked, in the order asked, the `HH:mm` of the starts that are
 * offered. Windows that overlap or touch are one; candidates start at a window's start and step by the service's
 * duration in real minutes; one is offered when it lies in the window, overlaps nothing busy (touching is no
 * overlap), starts after now, and its local date is within the horizon. A date outside the horizon is empty.
 */
export const offeredSlots = (
  question: SlotQuestion & { readonly dates: readonly string[] },
): Record<string, string[]> => {
  const prepared = prepare(question);
  return Object.fromEntries(
    question.dates.map((date) => [date, slotsOn(prepared, date).map(({ time }) => time)]),
  );
};

/** Whether one instant is a start that {@link offeredSlots} offers: patients are bound to the grid. */
export const isOffered = (question: SlotQuestion, start: Moment): boolean => {
  const at = msOf(start);
  return slotsOn(prepare(question), question.zone.dayOf(at)).some((slot) => slot.start === at);
};

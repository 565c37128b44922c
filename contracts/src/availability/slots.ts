import { gapLeft, neighbourStarts } from './gaps.ts';
import { openHours } from './hours.ts';
import { prepare, type Prepared, type SlotQuestion } from './question.ts';
import { firstEndingAfter, type Interval } from './windows.ts';
import { msOf, type LocalDay, type Moment, type Zone } from './zones.ts';

/** Days ahead a patient may book when the professional set no `calendarAvailabilityLimit`. */
export const defaultHorizonDays = 30;

const minuteMs = 60_000;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `HH:mm` by minutes since midnight: to make them for each start would be most of what the rule costs. */
const clock: readonly string[] = Array.from(
  { length: 24 * 60 },
  (_, minutes) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
);

/**
 * The `HH:mm` under which a start is offered, or null where no such text names it. In a repeated hour the
 * second pass has none: its label would be read as the first occurrence, and a patient who
 * pressed it would get another appointment. Nor has a start on a full minute's odd seconds, or one that a
 * skipped hour carried into the next date.
 */
export const labelOf = (zone: Zone, date: string, day: LocalDay, start: number): string | null => {
  if (day.even) {
    const time = start - day.midnight;
    return time % minuteMs === 0 ? (clock[time / minuteMs] ?? null) : null;
  }
  const wall = zone.wallOf(start);
  return wall.startsWith(date) && zone.toMs(wall) === start ? wall.slice(11) : null;
};

/** The starts within a stretch of working hours that the rule looks at, in order, free or not. */
export const candidatesIn = (prepared: Prepared, { start, end }: Interval): number[] => {
  const starts: number[] = [];
  if (prepared.step <= 0 || prepared.duration <= 0) return starts;
  for (let at = start; at < end; at += prepared.step) starts.push(at);
  if (prepared.shortest === null) return starts;
  return [...new Set([...starts, ...neighbourStarts(prepared, { start, end })])].sort((a, b) => a - b);
};

/** Tells of rising stretches whether each overlaps any of some sorted disjoint intervals. */
const sweepOver = (busy: readonly Interval[], from: number) => {
  let next = firstEndingAfter(busy, from);
  return (start: number, end: number): boolean => {
    while (next < busy.length && busy[next]!.end <= start) next += 1;
    return next < busy.length && busy[next]!.start < end;
  };
};

type Slot = { readonly start: number; readonly time: string };

/** One sweep over a stretch of working hours and what blocks, both sorted and disjoint. */
const slotsIn = (prepared: Prepared, date: string, day: LocalDay, open: Interval): Slot[] => {
  const { now, earliest, duration, before, after } = prepared;
  const isOccupied = sweepOver(prepared.occupied, open.start - before);
  const isShut = sweepOver(prepared.shut, open.start);
  const slots: Slot[] = [];
  for (const at of candidatesIn(prepared, open)) {
    const end = at + duration;
    if (end > open.end || at <= now || at < earliest) continue;
    if (isOccupied(at - before, end + after) || isShut(at, end)) continue;
    if (gapLeft(prepared, at, open) !== null) continue;
    const time = labelOf(prepared.zone, date, day, at);
    if (time !== null) slots.push({ start: at, time });
  }
  return slots;
};

const slotsOn = (prepared: Prepared, date: string): Slot[] => {
  if (date < prepared.first || date > prepared.last) return [];
  const open = openHours(prepared.zone, prepared.hours, date);
  return open ? open.hours.flatMap((hours) => slotsIn(prepared, date, open.day, hours)) : [];
};

/**
 * The slot rule: the `HH:mm` of the starts that are offered on a date. Windows that overlap or touch are one; candidates
 * start at a window's start and step in real minutes, by the service's duration or its own step; one is offered when it
 * lies in the window, overlaps nothing busy (touching is no overlap), starts after now and not before the notice, and its
 * local date is within the horizon. The time around a visit overlaps nothing booked and no block, but may lie in closings
 * and outside of the working hours. A date outside the horizon is empty.
 */
export const offeredOn = (question: SlotQuestion): ((date: string) => string[]) => {
  const prepared = prepare(question);
  return (date) => slotsOn(prepared, date).map(({ time }) => time);
};

/** The starts that {@link offeredOn} offers on each date asked, in the order asked. */
export const offeredSlots = (
  question: SlotQuestion & { readonly dates: readonly string[] },
): Record<string, string[]> => {
  const timesOn = offeredOn(question);
  return Object.fromEntries(question.dates.map((date) => [date, timesOn(date)]));
};

/** Whether one instant is a start that {@link offeredOn} offers: patients are bound to the grid. */
export const isOffered = (question: SlotQuestion, start: Moment): boolean => {
  const at = msOf(start);
  return slotsOn(prepare(question), question.zone.dayOf(at)).some((slot) => slot.start === at);
};

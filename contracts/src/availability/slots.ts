import { gapLeft, neighbourStarts } from './gaps.ts';
import { openHours } from './hours.ts';
import { prepare, type Prepared, type SlotQuestion } from './question.ts';
import { firstEndingAfter, type Interval } from './windows.ts';
import { msOf, type LocalDay, type Moment, type Zone } from './zones.ts';

/** Default of `calendarAvailabilityLimit`: days ahead that a patient may book. */
export const defaultHorizonDays = 30;

const minuteMs = 60_000;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `HH:mm` by minutes since midnight. Formatting each start would take most of the rule's time. */
const clock: readonly string[] = Array.from(
  { length: 24 * 60 },
  (_, minutes) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
);

/**
 * Returns the `HH:mm` label of a start, or null if it has none: in the second pass of a repeated hour (the label
 * would mean the first pass), off the full minute, or carried into the next date by a skipped hour.
 */
export const labelOf = (zone: Zone, date: string, day: LocalDay, start: number): string | null => {
  if (day.even) {
    const time = start - day.midnight;
    return time % minuteMs === 0 ? (clock[time / minuteMs] ?? null) : null;
  }
  const wall = zone.wallOf(start);
  return wall.startsWith(date) && zone.toMs(wall) === start ? wall.slice(11) : null;
};

/** Candidate starts within working hours, in order, free or not. */
export const candidatesIn = (prepared: Prepared, { start, end }: Interval): number[] => {
  const starts: number[] = [];
  if (prepared.step <= 0 || prepared.duration <= 0) return starts;
  for (let at = start; at < end; at += prepared.step) starts.push(at);
  if (prepared.shortest === null) return starts;
  return [...new Set([...starts, ...neighbourStarts(prepared, { start, end })])].sort((a, b) => a - b);
};

/**
 * Returns a function that tells whether an interval overlaps any of some sorted, disjoint intervals. Calls must be in
 * rising order.
 */
const sweepOver = (busy: readonly Interval[], from: number) => {
  let next = firstEndingAfter(busy, from);
  return (start: number, end: number): boolean => {
    while (next < busy.length && busy[next]!.end <= start) next += 1;
    return next < busy.length && busy[next]!.start < end;
  };
};

type Slot = { readonly start: number; readonly time: string };

/** Slots of one stretch of working hours, in one pass over sorted, disjoint busy intervals. */
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
 * The slot rule: returns the offered starts of a date as `HH:mm`. Windows that overlap or touch are merged.
 * Candidates begin at a window's start and step in real minutes, by the service's duration or its own step. A start
 * is offered if the visit lies in the window, overlaps nothing busy (touching is no overlap), starts after now and
 * not before the minimum notice, and its local date is within the horizon. Buffers overlap no booking and no blocked
 * time, but may lie in closings and outside working hours. A date beyond the horizon has none.
 */
export const offeredOn = (question: SlotQuestion): ((date: string) => string[]) => {
  const prepared = prepare(question);
  return (date) => slotsOn(prepared, date).map(({ time }) => time);
};

/** Returns the starts of {@link offeredOn} for several dates, in the given order. */
export const offeredSlots = (
  question: SlotQuestion & { readonly dates: readonly string[] },
): Record<string, string[]> => {
  const timesOn = offeredOn(question);
  return Object.fromEntries(question.dates.map((date) => [date, timesOn(date)]));
};

/** Whether {@link offeredOn} offers this instant. Patients may book offered starts only. */
export const isOffered = (question: SlotQuestion, start: Moment): boolean => {
  const at = msOf(start);
  return slotsOn(prepare(question), question.zone.dayOf(at)).some((slot) => slot.start === at);
};

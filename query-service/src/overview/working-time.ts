import { hoursOf, openHours, type DayHours } from '@visita/contracts/availability/hours';
import { mergeIntervals, type Interval, type WorkingWindow } from '@visita/contracts/availability/windows';
import { weekdayOf, type LocalDay, type Zone } from '@visita/contracts/availability/zones';

/** Hours of a hub with the stretch in which they held, in epoch ms; `until` is null where they still do. */
export type HeldWindow = WorkingWindow & { readonly since: number; readonly until: number | null };

/** That a hub or clinic began or ceased to take part, in epoch ms. */
export type WorkplaceChange = { readonly at: number; readonly open: boolean };

/** Everything that decided when somebody worked at one place. */
export type WorkingTime = {
  readonly windows: readonly HeldWindow[];
  /** Hours of single dates, which replace those of their week. */
  readonly dayHours?: readonly DayHours[];
  /** In the order in which they came about. */
  readonly hubChanges: readonly WorkplaceChange[];
  readonly clinicChanges: readonly WorkplaceChange[];
  /** Closings of the clinic and vacations of the hub, in epoch ms. */
  readonly absences: readonly Interval[];
};

/** Minutes by hour of the week, Monday's first hour first. */
export type HoursOfWeek = readonly number[];

export const hoursInWeek = 168;

const minuteMs = 60_000;
const always: Interval = { start: -Infinity, end: Infinity };
const minutesOfHour = 60;

/** When a place did not take part; before it first did, never. */
const shutTimes = (changes: readonly WorkplaceChange[]): Interval[] => {
  const shut: Interval[] = [];
  let since: number | null = -Infinity;
  for (const { at, open } of changes) {
    if (open && since !== null) shut.push({ start: since, end: at });
    since = open ? null : (since ?? at);
  }
  if (since !== null) shut.push({ start: since, end: Infinity });
  return shut;
};

/** What is left of an interval without some sorted disjoint others. */
const without = ({ start, end }: Interval, others: readonly Interval[]): Interval[] => {
  const left: Interval[] = [];
  let at = start;
  for (const other of others) {
    if (other.end <= at) continue;
    if (other.start >= end) break;
    if (other.start > at) left.push({ start: at, end: other.start });
    at = other.end;
  }
  if (at < end) left.push({ start: at, end });
  return left;
};

const minuteOfDay = (zone: Zone, day: LocalDay, at: number): number => {
  if (day.even) return Math.floor((at - day.midnight) / minuteMs);
  const [hour = 0, minute = 0] = zone.wallOf(at).slice(11).split(':').map(Number);
  return hour * minutesOfHour + minute;
};

type ZonedDay = { readonly zone: Zone; readonly weekday: number; readonly day: LocalDay };

/** Adds an interval of one local day to the hours it lies in, as the clock showed them. */
const spread = (hours: number[], { zone, weekday, day }: ZonedDay, { start, end }: Interval) => {
  for (let at = start; at < end;) {
    const minute = minuteOfDay(zone, day, at);
    const left = minutesOfHour - (minute % minutesOfHour);
    const next = Math.min(end, (Math.floor(at / minuteMs) + left) * minuteMs);
    const cell = (weekday - 1) * 24 + Math.floor(minute / minutesOfHour);
    hours[cell] = (hours[cell] ?? 0) + (next - at) / minuteMs;
    at = next;
  }
};

/** The minutes in which somebody worked on some local days, by hour of the week. */
export const workedMinutes = (zone: Zone, dates: readonly string[], time: WorkingTime): HoursOfWeek => {
  const hours = Array.from({ length: hoursInWeek }, () => 0);
  const windows = time.windows.map(({ since, until, ...window }) => ({
    held: { start: since, end: until ?? Infinity },
    worked: hoursOf([window]),
  }));
  const ownDays = new Map((time.dayHours ?? []).map((day) => [day.date, day]));
  const away = mergeIntervals([
    ...shutTimes(time.hubChanges),
    ...shutTimes(time.clinicChanges),
    ...time.absences,
  ]);
  for (const date of dates) {
    const own = ownDays.get(date);
    const counting = own ? [{ held: always, worked: hoursOf([], [own]) }] : windows;
    const open = counting.flatMap(({ held, worked }) =>
      (openHours(zone, worked, date)?.hours ?? []).map(({ start, end }) => ({
        start: Math.max(start, held.start),
        end: Math.min(end, held.end),
      })),
    );
    if (open.length === 0) continue;
    const local = { zone, weekday: weekdayOf(date), day: zone.localDay(date) };
    const worked = mergeIntervals(open).flatMap((interval) => without(interval, away));
    for (const interval of worked) spread(hours, local, interval);
  }
  return hours;
};

/** Minutes of bookings that began at a minute of the week (0 is Monday's midnight), by hour of the week. */
export const spreadBooked = (
  booked: readonly { readonly minute: number; readonly duration: number; readonly count: number }[],
): HoursOfWeek => {
  const hours = Array.from({ length: hoursInWeek }, () => 0);
  for (const { minute, duration, count } of booked) {
    for (let at = minute; at < minute + duration;) {
      const cell = Math.floor(at / minutesOfHour);
      const next = Math.min(minute + duration, (cell + 1) * minutesOfHour);
      hours[cell % hoursInWeek] = (hours[cell % hoursInWeek] ?? 0) + (next - at) * count;
      at = next;
    }
  }
  return hours;
};

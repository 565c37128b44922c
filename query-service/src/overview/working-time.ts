import { type DayHours, type Hours, hoursOf, isDated, openHours } from '@visita/contracts/availability/hours';
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

/** A local day of a zone. */
export type ZonedDay = {
  readonly zone: Zone;
  readonly date: string;
  readonly weekday: number;
  readonly day: LocalDay;
};

/** Local days, in order; worked out once for all who work in the zone. */
export const zonedDays = (zone: Zone, dates: readonly string[]): ZonedDay[] =>
  dates.map((date) => ({ zone, date, weekday: weekdayOf(date), day: zone.localDay(date) }));

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

type Held = { readonly held: Interval; readonly worked: Hours; readonly dated: boolean };

/** The minutes worked on one day, by hour of the week. */
const minutesOn = (local: ZonedDay, counting: readonly Held[], away: readonly Interval[]): number[] => {
  const hours: number[] = [];
  const open = counting.flatMap(({ held, worked }) =>
    (openHours(local.zone, worked, local.date)?.hours ?? []).map(({ start, end }) => ({
      start: Math.max(start, held.start),
      end: Math.min(end, held.end),
    })),
  );
  if (open.length === 0) return hours;
  const worked = mergeIntervals(open).flatMap((interval) => without(interval, away));
  for (const interval of worked) spread(hours, local, interval);
  return hours;
};

/**
 * What tells days apart on which the same hours were worked: the weekday, and which windows held. Null where nothing
 * tells: the clock changed, or somebody's hours or absences began or ended within the day.
 */
const kindOf = (
  { weekday, day }: ZonedDay,
  windows: readonly Held[],
  absence: Interval | undefined,
): string | null => {
  if (!day.even || (absence && absence.start < day.next)) return null;
  let kind = String(weekday);
  for (const { held, dated } of windows) {
    const whole = held.start <= day.midnight && held.end >= day.next;
    if (dated || (!whole && held.start < day.next && held.end > day.midnight)) return null;
    kind += whole ? '1' : '0';
  }
  return kind;
};

/** The minutes in which somebody worked on some local days, in their order, by hour of the week. */
export const workedMinutes = (days: readonly ZonedDay[], time: WorkingTime): HoursOfWeek => {
  const hours = Array.from({ length: hoursInWeek }, () => 0);
  const windows = time.windows.map(({ since, until, ...window }) => ({
    held: { start: since, end: until ?? Infinity },
    worked: hoursOf([window]),
    dated: isDated(window),
  }));
  const ownDays = new Map((time.dayHours ?? []).map((day) => [day.date, day]));
  const away = mergeIntervals([
    ...shutTimes(time.hubChanges),
    ...shutTimes(time.clinicChanges),
    ...time.absences,
  ]);
  const known = new Map<string, number[]>();
  let next = 0;
  for (const local of days) {
    while (next < away.length && away[next]!.end <= local.day.midnight) next += 1;
    const absence = away[next];
    if (absence && absence.start <= local.day.midnight && absence.end >= local.day.next) continue;
    const own = ownDays.get(local.date);
    const kind = own ? null : kindOf(local, windows, absence);
    const counting = own ? [{ held: always, worked: hoursOf([], [own]), dated: true }] : windows;
    const worked = (kind !== null && known.get(kind)) || minutesOn(local, counting, away);
    if (kind !== null) known.set(kind, worked);
    worked.forEach((minutes, cell) => {
      hours[cell] = (hours[cell] ?? 0) + minutes;
    });
  }
  return hours;
};

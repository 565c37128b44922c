import { type DayHours, type Hours, hoursOf, isDated, openHours } from '@visita/contracts/availability/hours';
import { mergeIntervals, type Interval, type WorkingWindow } from '@visita/contracts/availability/windows';
import { weekdayOf, type LocalDay, type Zone } from '@visita/contracts/availability/zones';

/** Weekly hours of a hub and the time when they were valid (epoch ms); `until` is null if they still are. */
export type HeldWindow = WorkingWindow & { readonly since: number; readonly until: number | null };

/** A hub or clinic starts or stops taking bookings (epoch ms). */
export type WorkplaceChange = { readonly at: number; readonly open: boolean };

/** Facts that determine past working time at one workplace. */
export type WorkingTime = {
  readonly windows: readonly HeldWindow[];
  /** Hours of single dates, which replace the weekly ones. */
  readonly dayHours?: readonly DayHours[];
  /** In chronological order. */
  readonly hubChanges: readonly WorkplaceChange[];
  readonly clinicChanges: readonly WorkplaceChange[];
  /** Closings of the clinic and vacations of the hub (epoch ms). */
  readonly absences: readonly Interval[];
};

/** Minutes by hour of the week, starting on Monday at 00:00. */
export type HoursOfWeek = readonly number[];

export const hoursInWeek = 168;

const minuteMs = 60_000;
const always: Interval = { start: -Infinity, end: Infinity };
const minutesOfHour = 60;

/** Returns the times when a workplace was closed, including the time before it first opened. */
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

/** Subtracts sorted disjoint intervals from an interval. */
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

export type ZonedDay = {
  readonly zone: Zone;
  readonly date: string;
  readonly weekday: number;
  readonly day: LocalDay;
};

/** Returns the local days, in order; shared by all workplaces of a zone. */
export const zonedDays = (zone: Zone, dates: readonly string[]): ZonedDay[] =>
  dates.map((date) => ({ zone, date, weekday: weekdayOf(date), day: zone.localDay(date) }));

/** Adds an interval of one local day to the hours of the local clock. */
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
 * Returns the key of days with the same working time: weekday and valid windows. Null for days with a clock
 * change, or on which hours or absences start or end.
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

/** Returns the minutes worked on the given local days, by hour of the week. */
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
  for (const localDay of days) {
    while (next < away.length && away[next]!.end <= localDay.day.midnight) next += 1;
    const absence = away[next];
    if (absence && absence.start <= localDay.day.midnight && absence.end >= localDay.day.next) continue;
    const own = ownDays.get(localDay.date);
    const kind = own ? null : kindOf(localDay, windows, absence);
    const counting = own ? [{ held: always, worked: hoursOf([], [own]), dated: true }] : windows;
    const worked = (kind !== null && known.get(kind)) || minutesOn(localDay, counting, away);
    if (kind !== null) known.set(kind, worked);
    worked.forEach((minutes, cell) => {
      hours[cell] = (hours[cell] ?? 0) + minutes;
    });
  }
  return hours;
};

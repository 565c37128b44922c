import {
  mergeIntervals,
  secondsOfDay,
  spanOf,
  weekdaysOf,
  weekOf,
  type DayWindow,
  type Interval,
  type WorkingWindow,
} from './windows.ts';
import { weekdayOf, weekNumberOf, type LocalDay, type Zone } from './zones.ts';

/** The hours of one date, which replace those of its week; without windows it is closed. */
export type DayHours = { readonly date: string; readonly windows: readonly DayWindow[] };

/** Whether hours of a week count in some of its weeks only. */
export const isDated = ({
  validFrom,
  validUntil,
  everyWeeks,
}: Pick<WorkingWindow, 'validFrom' | 'validUntil' | 'everyWeeks'>): boolean =>
  Boolean(validFrom) || Boolean(validUntil) || (everyWeeks ?? 1) > 1;

const countsOn = (window: WorkingWindow, date: string): boolean => {
  const { workingDay, validFrom, validUntil, everyWeeks, anchorMonday } = window;
  if (!weekdaysOf[workingDay]?.includes(weekdayOf(date))) return false;
  if ((validFrom && date < validFrom) || (validUntil && date > validUntil)) return false;
  return !everyWeeks || !anchorMonday || (weekNumberOf(date) - weekNumberOf(anchorMonday)) % everyWeeks === 0;
};

/** The merged windows of a date, in seconds of its wall clock; over its end, 86,400, nothing is merged. */
export type Hours = (date: string) => readonly Interval[];

/** Who works when: the hours set for a date, else those of its week. */
export const hoursOf = (windows: readonly WorkingWindow[], dayHours: readonly DayHours[] = []): Hours => {
  const set = new Map(dayHours.map((day) => [day.date, mergeIntervals(day.windows.map(spanOf))]));
  const week = weekOf(windows.filter((window) => !isDated(window)));
  const dated = windows.filter(isDated);
  return (date) => {
    const usual = set.get(date) ?? week.get(weekdayOf(date)) ?? [];
    if (dated.length === 0 || set.has(date)) return usual;
    return mergeIntervals([...usual, ...dated.filter((one) => countsOn(one, date)).map(spanOf)]);
  };
};

/**
 * The working hours of one local date as instants. Merged on the wall clock, and once more as instants, because
 * in a skipped hour two windows can come to overlap that did not on the wall.
 */
export const openHours = (
  zone: Zone,
  hours: Hours,
  date: string,
): { day: LocalDay; hours: Interval[] } | null => {
  const spans = hours(date);
  if (spans.length === 0) return null;
  const day = zone.localDay(date);
  const instantOf = (seconds: number): number => {
    if (seconds >= secondsOfDay) return day.next;
    if (day.even) return day.midnight + seconds * 1000;
    return zone.toMs(`${date}T${new Date(seconds * 1000).toISOString().slice(11, 19)}`);
  };
  const open = spans.map(({ start, end }) => ({ start: instantOf(start), end: instantOf(end) }));
  return { day, hours: day.even ? open : mergeIntervals(open) };
};

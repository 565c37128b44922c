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

/** Hours of one date, which replace its weekly hours. No windows: closed. */
export type DayHours = { readonly date: string; readonly windows: readonly DayWindow[] };

/** Whether the window applies to some weeks only. */
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

/**
 * Returns the merged windows of a date, in seconds of its wall clock, up to 86,400. Windows are not merged across
 * midnight.
 */
export type Hours = (date: string) => readonly Interval[];

/** Working hours by date: those set for the date, otherwise those of its week. */
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
 * Working hours of one local date as instants. Merged on the wall clock and again as instants, because windows may
 * overlap only after a skipped hour moved one of them.
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

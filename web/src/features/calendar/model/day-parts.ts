import { addDays, dayOf, firstMomentOf, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import type { Entry } from './calendar-events.ts';

/** Minutes of a day. */
export type Stretch = { start: number; end: number };

export const wholeDay = 24 * 60;

/** Formats minutes of a day as `HH:mm`. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Returns the minute of a wall time, `YYYY-MM-DDTHH:mm`. */
export const minuteOf = (time: string): number =>
  Number(wallTimeOf(time).slice(0, 2)) * 60 + Number(wallTimeOf(time).slice(3));

type Timed = Pick<Entry, 'start' | 'end' | 'clockChange'>;

/** Compares instants, because around a clock change wall times give neither duration nor days. */
const partOfInstants = (
  { start, end }: Timed,
  { from, until, timezone }: NonNullable<Entry['clockChange']>,
  day: string,
): Stretch | null => {
  const closes = firstMomentOf(addDays(day, 1), timezone);
  const begins = Math.max(from, firstMomentOf(day, timezone));
  const ends = Math.min(until, closes);
  if (ends <= begins) return null;
  const first = begins === from ? minuteOf(start) : 0;
  const last = ends === closes ? wholeDay : minuteOf(end);
  // In a repeated hour the end's wall time may be before the start's.
  return { start: first, end: last > first ? last : Math.min(wholeDay, first + (ends - begins) / 60_000) };
};

export const partOf = (entry: Timed, day: string): Stretch | null => {
  const { start, end, clockChange } = entry;
  if (clockChange) return partOfInstants(entry, clockChange, day);
  if (dayOf(start) > day || end <= `${day}T00:00`) return null;
  const from = dayOf(start) < day ? 0 : minuteOf(start);
  const to = dayOf(end) > day ? wholeDay : minuteOf(end);
  return to > from ? { start: from, end: to } : null;
};

export const daysOf = (entry: Timed): string[] => {
  const days: string[] = [];
  for (let day = dayOf(entry.start); day <= dayOf(entry.end); day = addDays(day, 1))
    if (partOf(entry, day)) days.push(day);
  return days;
};

/** Returns an entry's end in the month view, after its start; midnight if the clock skips it. */
export const drawnEnd = (entry: Timed): string => {
  const day = entry.clockChange && daysOf(entry).at(-1);
  const part = day && partOf(entry, day);
  if (!part) return entry.end;
  return part.end === wholeDay ? `${addDays(day, 1)}T00:00` : `${day}T${timeText(part.end)}`;
};

import type { Entry } from './calendar-events.ts';

/** The least height that shows a visit's time and patient in a line that is easy to hit. */
const lineHeight = 27;
/** Pixels of half an hour: enough for the hours' own labels, and as many as leave three hours in sight. */
const [least, most] = [37, 84];

/** What a visit lasts, in minutes of the wall clock, as it is drawn. */
const minutesOf = ({ start, end }: Pick<Entry, 'start' | 'end'>): number =>
  (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000;

/**
 * Pixels of half an hour, given the visits in sight: the shorter the shortest one, the taller the hours. Nothing is drawn
 * higher than it lasts, so visits one after the other never look as if they overlapped.
 */
export const halfHourHeight = (visits: readonly Pick<Entry, 'start' | 'end'>[]): number => {
  const shortest = Math.min(...visits.map(minutesOf));
  return Math.min(Math.max((lineHeight * 30) / shortest, least), most);
};

import type { Entry } from './calendar-events.ts';

/** Minimum height for a visit's time and patient on one line, which is also an adequate target. */
const lineHeight = 27;
/** Pixels of half an hour: enough for hour labels, and few enough that three hours are visible. */
const [least, most] = [37, 84];

/** Returns the drawn duration of a visit in wall-clock minutes. */
const minutesOf = ({ start, end }: Pick<Entry, 'start' | 'end'>): number =>
  (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 60_000;

/**
 * Returns the pixels of half an hour: the shorter the shortest visible visit, the taller. No entry is drawn
 * taller than its duration, so consecutive visits never seem to overlap.
 */
export const halfHourHeight = (visits: readonly Pick<Entry, 'start' | 'end'>[]): number => {
  const shortest = Math.min(...visits.map(minutesOf));
  return Math.min(Math.max((lineHeight * 30) / shortest, least), most);
};

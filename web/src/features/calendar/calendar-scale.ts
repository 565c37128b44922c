import type { BookingView } from '@visita/contracts/booking/views';
import { dayOf } from '../../lib/wall-clock.ts';

/** The least height that shows a visit's time and patient in a line that is easy to hit. */
const lineHeight = 27;
/** Pixels of half an hour: enough for the hours' own labels, and as many as leave three hours in sight. */
const [least, most] = [37, 84];

/** What a visit lasts, in minutes. */
const minutesOf = ({ date, ending_date: end }: Pick<BookingView, 'date' | 'ending_date'>): number =>
  (Date.parse(end) - Date.parse(date)) / 60_000;

/**
 * Pixels of half an hour of the days in sight: the shorter the shortest visit, the taller the hours. Nothing is drawn
 * higher than it lasts, so visits one after the other never look as if they overlapped.
 */
export const halfHourHeight = (
  bookings: readonly Pick<BookingView, 'date' | 'ending_date'>[],
  visible: { from: string; to: string } | null,
): number => {
  const inSight = bookings.filter(
    ({ date }) => visible && visible.from <= dayOf(date) && dayOf(date) < visible.to,
  );
  const shortest = Math.min(...inSight.map(minutesOf));
  return Math.min(Math.max((lineHeight * 30) / shortest, least), most);
};

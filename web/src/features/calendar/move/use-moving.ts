import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import { useEffect, useState } from 'react';
import { addDays, dateOf, dayOf, wallTimeOf } from '../../../lib/time/wall-clock.ts';
import type { Move } from '../model/calendar-events.ts';

type Days = { from: string; to: string };

export const moveTo = ({ id, duration }: Pick<BookingView, 'id' | 'duration'>, date: string): Move => ({
  id,
  date,
  end: new Date(Date.parse(`${date}Z`) + duration * 60_000).toISOString().slice(0, 16),
});

/** Returns the visible day of the same weekday, else the first one. */
export const sameWeekday = ({ from, to }: Days, date: string): string => {
  const weekday = dateOf(dayOf(date)).getUTCDay();
  for (let day = from; day < to; day = addDays(day, 1)) if (dateOf(day).getUTCDay() === weekday) return day;
  return from;
};

/** A booking being moved: dragged, or cut and pasted, possibly to other days. */
export const useMoving = (calendar: ProCalendar | undefined, visible: Days) => {
  const [move, setMove] = useState<Move | null>(null);
  const [cut, setCut] = useState<BookingView | null>(null);
  // Entry that another professional's column refuses.
  const [refused, setRefused] = useState<{ id: string; name: string } | null>(null);
  const moved = move && (calendar?.bookings.find(({ id }) => id === move.id) ?? cut);
  const paste = () =>
    cut && setMove(moveTo(cut, `${sameWeekday(visible, cut.date)}T${wallTimeOf(cut.date)}`));
  /** Ends the move; a failed paste keeps the booking cut. */
  const done = (saved: boolean) => {
    setMove(null);
    if (saved) setCut(null);
  };
  useEffect(() => {
    if (!cut) return undefined;
    const hear = (event: KeyboardEvent) => {
      const inField = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (inField || document.querySelector('[role="dialog"]')) return;
      if (event.key === 'v' && (event.ctrlKey || event.metaKey)) paste();
      else if (event.key === 'Escape') setCut(null);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  });
  return { refused, setRefused, move, setMove, moved, cut, setCut, paste, done };
};

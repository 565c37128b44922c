import { addDays } from '@visita/contracts/availability/zones';
import type { Practice } from './practices.ts';

const times = Array.from({ length: 24 }, (_, index) => {
  const hour = String(8 + Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});

/** A free time; `date` is local time of the clinic. */
export type FreeTime = { practice: Practice; date: string };

/**
 * Returns another time for each index: practices in turn, then the days, then the times of a day; after them
 * the next days.
 */
export const freeTimes = (
  practices: readonly Practice[],
  { from = 1, days = 60 }: { from?: number; days?: number } = {},
) => {
  const first = addDays(new Date().toISOString().slice(0, 10), from);
  return (index: number): FreeTime => {
    const practice = practices[index % practices.length]!;
    const turn = Math.floor(index / practices.length);
    const block = Math.floor(turn / days / times.length);
    const time = times[Math.floor(turn / days) % times.length];
    return { practice, date: `${addDays(first, block * days + (turn % days))}T${time}` };
  };
};

import type { BlockView } from '@visita/contracts/block/views';
import type { BlockStart } from '../../lib/state/booking.atoms.ts';
import { addDays, dayOf, wallTimeOf } from '../../lib/time/wall-clock.ts';

/** Form values of a blocked time, in the clinic's local time. */
export type BlockValues = { hubId: string; day: string | null; from: string; to: string; note: string };

const usualMinutes = 60;

const later = (time: string, minutes: number): string => {
  const [hours = 0, minute = 0] = time.split(':').map(Number);
  const end = Math.min(hours * 60 + minute + minutes, 24 * 60 - 5);
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

/** Returns the form values of an existing block or of the chosen period. */
export const valuesOf = (start: BlockStart): BlockValues => {
  if ('id' in start) return valuesOfBlock(start);
  const { day, time, minutes } = start;
  return { hubId: '', day, from: time, to: time && later(time, minutes ?? usualMinutes), note: '' };
};

const valuesOfBlock = ({ hub_id: hubId, date, ending_date: end, note }: BlockView): BlockValues => ({
  hubId,
  day: dayOf(date),
  from: wallTimeOf(date),
  to: wallTimeOf(end),
  note,
});

/** Returns whether the block ends on the next day: its end is not after its start. */
export const endsNextDay = ({ from, to }: BlockValues): boolean => from !== '' && to !== '' && to <= from;

export const stretchOf = (values: BlockValues) => {
  const { day, from, to, note } = values;
  const endDay = day !== null && endsNextDay(values) ? addDays(day, 1) : day;
  return { starting_date: `${day}T${from}`, ending_date: `${endDay}T${to}`, note };
};

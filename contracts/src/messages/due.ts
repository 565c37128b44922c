import { addDays, type Zone } from '../availability/zones.ts';
import { partsOf, type Timed } from './plan.ts';
import type { QuietHours } from './settings.ts';

const minuteMs = 60_000;

/** Returns the instant (epoch ms) at which a step is due, before quiet hours are considered. */
export const dueOf = ({ before, at }: Timed, start: number, zone: Zone): number => {
  const parts = partsOf(before);
  if (parts === null) throw new RangeError(`not a duration: ${before}`);
  const { days, minutes } = parts;
  const [day = '', time = ''] = zone.wallOf(start).split('T');
  if (at !== null) return zone.toMs(`${addDays(day, -days)}T${at}`);
  const shifted = days === 0 ? start : zone.toMs(`${addDays(day, -days)}T${time}`);
  return shifted - minutes * minuteMs;
};

/** Returns the start and end (epoch ms) of the quiet hours around an instant; null outside of them. */
const quietAround = (
  { from, until }: QuietHours,
  ms: number,
  zone: Zone,
): { from: number; until: number } | null => {
  if (from === until) return null;
  const today = zone.dayOf(ms);
  for (const day of [addDays(today, -1), today]) {
    const begins = zone.toMs(`${day}T${from}`);
    const ends = zone.toMs(`${until > from ? day : addDays(day, 1)}T${until}`);
    if (begins <= ms && ms < ends) return { from: begins, until: ends };
  }
  return null;
};

/** Minutes before the quiet hours at which reminders from within them are due. */
export const beforeQuiet = 15;

/** Returns an instant (epoch ms) moved to shortly before the quiet hours that it lies in. */
export const movedEarlier = (quiet: QuietHours, ms: number, zone: Zone): number => {
  const around = quietAround(quiet, ms, zone);
  return around === null ? ms : around.from - beforeQuiet * 60_000;
};

/** Returns the end (epoch ms) of the quiet hours that an instant lies in; null outside of them. */
export const endOfQuiet = (quiet: QuietHours, ms: number, zone: Zone): number | null =>
  quietAround(quiet, ms, zone)?.until ?? null;

import type { HubView } from '@visita/contracts/clinic/views';
import { hubHours } from '../../lib/booking/hub-hours.ts';
import { addDays, dateOf } from '../../lib/time/wall-clock.ts';

/** Hours of one day as the call takes them; none is closed. */
export type Window = { starting_hour: string; ending_hour: string };
export type DayWish = { date: string; windows: Window[] | null };

const timeOf = (minutes: number): string =>
  minutes >= 24 * 60
    ? '24:00'
    : [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** When a hub works on a day, exceptions counted. */
export const windowsOn = (hub: HubView, day: string): Window[] =>
  hubHours(hub)(day).map(({ start, end }) => ({
    starting_hour: timeOf(start),
    ending_hour: timeOf(end),
  }));

const shortWindow = ({ starting_hour: from, ending_hour: to }: Window): string =>
  [from, to].map((time) => time.replace(/^0/, '').replace(':00', '')).join('–');

/** "9–13 14–18", on one line. */
export const shortHours = (windows: readonly Window[]): string => windows.map(shortWindow).join(' ');

/** The same in the cell of a day, which is as wide as one of them: each on a line of its own. */
export const drawnHours = (windows: readonly Window[]): string => windows.map(shortWindow).join('\n') || '–';

/** The Monday on or before a day. */
export const mondayOf = (day: string): string => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7));

/** A day's hours, or those of its week, for another day or week: what stands there afterwards. */
export const copied = (
  hub: HubView,
  { from, to, kind }: { from: string; to: string; kind: 'day' | 'week' },
): DayWish[] => {
  if (kind === 'day') return [{ date: to, windows: windowsOn(hub, from) }];
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    date: addDays(mondayOf(to), day),
    windows: windowsOn(hub, addDays(mondayOf(from), day)),
  }));
};

/** What own hours some dates have, as a call would wish for them. */
export const wishesOf = (days: readonly DayWish[], own: HubView['day_hours']): DayWish[] =>
  days.map(({ date }) => ({ date, windows: own.find((one) => one.date === date)?.windows ?? null }));

import type { HubView } from '@visita/contracts/clinic/views';
import { hubHours } from '../../lib/booking/hub-hours.ts';
import { addDays, dateOf } from '../../lib/time/wall-clock.ts';

/** Opening hours as the call takes them; a day without any is closed. */
export type Window = { starting_hour: string; ending_hour: string };
export type DayException = { date: string; windows: Window[] | null };

const timeOf = (minutes: number): string =>
  minutes >= 24 * 60
    ? '24:00'
    : [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

export const windowsOn = (hub: HubView, day: string): Window[] =>
  hubHours(hub)(day).map(({ start, end }) => ({
    starting_hour: timeOf(start),
    ending_hour: timeOf(end),
  }));

const shortWindow = ({ starting_hour: from, ending_hour: to }: Window): string =>
  [from, to].map((time) => time.replace(/^0/, '').replace(':00', '')).join('–');

/** Formats hours on one line, "9–13 14–18". */
export const shortHours = (windows: readonly Window[]): string => windows.map(shortWindow).join(' ');

/** Formats hours for a day's cell, one window per line. */
export const drawnHours = (windows: readonly Window[]): string => windows.map(shortWindow).join('\n') || '–';

export const mondayOf = (day: string): string => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7));

/** Returns the exceptions that copy a day's or a week's hours to another. */
export const copiesOf = (
  hub: HubView,
  { from, to, kind }: { from: string; to: string; kind: 'day' | 'week' },
): DayException[] => {
  if (kind === 'day') return [{ date: to, windows: windowsOn(hub, from) }];
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    date: addDays(mondayOf(to), day),
    windows: windowsOn(hub, addDays(mondayOf(from), day)),
  }));
};

/** Returns the exceptions of some dates as the call takes them, null for none. */
export const exceptionsOf = (days: readonly DayException[], own: HubView['day_hours']): DayException[] =>
  days.map(({ date }) => ({ date, windows: own.find((one) => one.date === date)?.windows ?? null }));

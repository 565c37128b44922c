import { addDays, weekdayOf } from '@visita/contracts/availability/zones';
import type { Caller } from '@visita/platform/auth/caller';
import type { Send } from './send.ts';

/** A demo professional at one clinic. */
type Worker = { key: string; caller: Caller; hubId: string };

const mondayAfter = (day: string): string => addDays(day, 8 - weekdayOf(day));

/**
 * Sets exceptions to weekly hours: a working Saturday, a Tuesday without a break, every second
 * Saturday, and afternoons for two months.
 */
export const shapeHours = async (
  send: Send,
  { giulia, marco }: { giulia: Worker; marco: Worker },
  today: string,
): Promise<void> => {
  const monday = mondayAfter(today);
  const morning = { starting_hour: '09:00', ending_hour: '12:30' };
  const days = [
    { date: addDays(monday, 5), windows: [morning] },
    { date: addDays(monday, 8), windows: [{ starting_hour: '09:00', ending_hour: '18:30' }] },
  ];
  await send('setDayHours', `days ${giulia.key}`, giulia.caller, {
    params: { id: giulia.hubId },
    body: { days },
  });
  const weeks = { valid_from: null, valid_until: null, every_weeks: 2, anchor_monday: monday };
  const months = { ...weeks, valid_from: monday, valid_until: addDays(monday, 8 * 7 - 1) };
  const afternoons = { starting_hour: '15:00', ending_hour: '18:00', every_weeks: null, anchor_monday: null };
  const rows = [
    { hubId: marco.hubId, working_day: 6, ...morning, ...weeks },
    { hubId: marco.hubId, working_day: 4, ...months, ...afternoons },
  ];
  await send('addHubAvailabilities', `saturdays ${marco.key}`, marco.caller, { body: rows });
};

/** Blocks two lunch breaks of the coming week, one with a note. */
export const blockTimes = async (send: Send, giulia: Worker, today: string): Promise<void> => {
  const monday = mondayAfter(today);
  const times = [
    { day: monday, from: '13:00', to: '14:30', note: 'Corso di aggiornamento' },
    { day: addDays(monday, 3), from: '13:00', to: '14:00', note: '' },
  ];
  for (const { day, from, to, note } of times) {
    const stretch = { starting_date: `${day}T${from}`, ending_date: `${day}T${to}` };
    const body = { hub_id: giulia.hubId, ...stretch, note };
    await send('blockTime', `block ${giulia.key} ${day}`, giulia.caller, { body });
  }
};

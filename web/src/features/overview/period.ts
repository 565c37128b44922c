import { addDays } from '../../lib/time/wall-clock.ts';

/** Periods of the overview in weeks, including this one. */
export const periods = [4, 12, 26, 52] as const;
export type Weeks = (typeof periods)[number];

/** Returns the period from a Monday to this week's Sunday; bookings planned for its last days count too. */
export const periodOf = (weeks: Weeks, today: string): { from: string; to: string } => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  return { from: addDays(monday, 7 * (1 - weeks)), to: addDays(monday, 6) };
};

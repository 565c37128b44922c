import { addDays } from '../../lib/time/wall-clock.ts';

/** How many weeks the overview can look back on, this one included. */
export const periods = [4, 12, 26, 52] as const;
export type Weeks = (typeof periods)[number];

/** Whole weeks from a Monday to the Sunday of this week: what is planned for its last days counts too. */
export const periodOf = (weeks: Weeks, today: string): { from: string; to: string } => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  return { from: addDays(monday, 7 * (1 - weeks)), to: addDays(monday, 6) };
};

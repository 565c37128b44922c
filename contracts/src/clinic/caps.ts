import { Rejection } from '../problem.ts';

/** How many there can be of what every answer about a clinic's free times is made of. */
export const caps = {
  /** Services of a clinic. */
  services: 200,
  /** Services that one hub offers. */
  hubServices: 100,
  /** Rows of one hub's hours, a weekday each. */
  hours: 60,
  /** Dates from today on with hours of their own, of one hub. */
  dayHours: 400,
  /** Closings of a clinic, or vacations of a hub. */
  periods: 500,
} as const;

/** Refuses what would be more than there can be; what adds nothing is never too much. */
export const requireRoom = (present: number, added: number, maximum: number): void => {
  if (added > 0 && present + added > maximum) throw new Rejection('too-many');
};

import { Rejection } from '../problem.ts';

/** Limits on the data that every calculation of a clinic's free times reads. */
export const caps = {
  /** Services per clinic. */
  services: 200,
  /** Reception hubs per clinic. */
  receptions: 10,
  /** Services per hub. */
  hubServices: 100,
  /** Weekly windows per hub. */
  hours: 60,
  /** Future dates with hours of their own, per hub. */
  dayHours: 400,
  /** Closings per clinic, or vacations per hub. */
  periods: 500,
} as const;

/** Throws `too-many` if an addition exceeds the limit. */
export const requireCapacity = (present: number, added: number, maximum: number): void => {
  if (added > 0 && present + added > maximum) throw new Rejection('too-many');
};

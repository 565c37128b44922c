import type { TimeOfDay } from '@visita/platform/config/backup-place';

const day = 86_400_000;

/** Milliseconds until a failed backup is tried again. */
export const retryAfter = 3_600_000;

/** Milliseconds between trial restores. */
export const drillEvery = 30 * day;

/** Returns the last scheduled instant, given a time of day in UTC. */
export const lastSlot = (now: Date, { hour, minute }: TimeOfDay): Date => {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return new Date(today > now.getTime() ? today - day : today);
};

type Due = {
  readonly now: Date;
  readonly at: TimeOfDay;
  /** Time of the last backup; null if there is none, so one is due at once. */
  readonly last: Date | null;
  /** Time of this process's last attempt. */
  readonly tried: Date | null;
};

/** Tells whether a backup is due: none since the scheduled time, and the last attempt is long enough ago. */
export const isDue = ({ now, at, last, tried }: Due): boolean => {
  if (last !== null && last >= lastSlot(now, at)) return false;
  return tried === null || now.getTime() - tried.getTime() >= retryAfter;
};

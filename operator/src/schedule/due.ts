import type { TimeOfDay } from '@visita/platform/config/backup-place';

const day = 86_400_000;

/** A failed backup is made again after so many milliseconds. */
export const retryAfter = 3_600_000;

/** Milliseconds from one restore drill to the next. */
export const drillEvery = 30 * day;

/** The last instant at which a backup was to be made, a time of day in UTC. */
export const lastSlot = (now: Date, { hour, minute }: TimeOfDay): Date => {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour, minute);
  return new Date(today > now.getTime() ? today - day : today);
};

type Asked = {
  readonly now: Date;
  readonly at: TimeOfDay;
  /** When the last backup was made; null: none yet, so that one is due at once. */
  readonly last: Date | null;
  /** When one was last tried by this process. */
  readonly tried: Date | null;
};

/** Whether a backup is due: none was made since it was to be, and the last try was long enough ago. */
export const isDue = ({ now, at, last, tried }: Asked): boolean => {
  if (last !== null && last >= lastSlot(now, at)) return false;
  return tried === null || now.getTime() - tried.getTime() >= retryAfter;
};

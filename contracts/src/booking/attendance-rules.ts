import type { Attendance } from './attendance.ts';

/** Whether the outcome is known: the patient was seen or did not come. */
export const isSettled = (value: Attendance): boolean => value !== 'expected' && value !== 'arrived';

const hourMs = 60 * 60 * 1000;

/** Hours before the start from which a patient can be marked as arrived. An earlier visit has another reason. */
export const earlyHours = 2;
const openHours = 30 * 24;

/** Hours between two ISO 8601 instants. */
export const hoursBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / hourMs;

/**
 * Returns whether it is too early or too late to record an attendance; null if it is allowed. A patient cannot miss
 * an appointment before its start, and records are final after 30 days.
 */
export const outOfTime = (start: string, wanted: Attendance, now: string): 'early' | 'late' | null => {
  const since = hoursBetween(start, now);
  const opens = wanted === 'missed' || wanted === 'excused' ? 0 : -earlyHours;
  if (wanted !== 'expected' && since < opens) return 'early';
  return since > openHours ? 'late' : null;
};

import type { Attendance } from './attendance.ts';

/** Whether it is said what came of the appointment: the patient was seen, or did not come. */
export const isSettled = (value: Attendance): boolean => value !== 'expected' && value !== 'arrived';

const hourMs = 60 * 60 * 1000;

/** Who is there earlier before the start than that, in hours, has come for something else. */
export const earlyHours = 2;
const openHours = 30 * 24;

/** Hours from one instant to another, as ISO 8601 has them. */
export const hoursBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / hourMs;

/**
 * Whether it is too early or too late to say something of an appointment, or null where it is time. Nobody has missed
 * what has not begun, and what was said is left alone after 30 days.
 */
export const outOfTime = (start: string, wanted: Attendance, now: string): 'early' | 'late' | null => {
  const since = hoursBetween(start, now);
  const opens = wanted === 'missed' || wanted === 'excused' ? 0 : -earlyHours;
  if (wanted !== 'expected' && since < opens) return 'early';
  return since > openHours ? 'late' : null;
};

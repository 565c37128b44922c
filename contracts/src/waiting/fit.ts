import { type Zone, weekdayOf } from '../availability/zones.ts';
import type { WaitingDetails } from './events.ts';

/** The wishes of an entry. */
export type Wishes = Pick<
  WaitingDetails,
  'clinicServiceId' | 'proIds' | 'weekdays' | 'fromTime' | 'toTime' | 'from' | 'until'
>;

/** A time that may suit: local start `YYYY-MM-DDTHH:mm`. */
export type Candidate = { readonly clinicServiceId: string; readonly proId: string; readonly wall: string };

/** Returns whether an entry wants this service with this professional. */
export const wantsFrom = ({ clinicServiceId, proIds }: Wishes, candidate: Omit<Candidate, 'wall'>): boolean =>
  clinicServiceId === candidate.clinicServiceId && (proIds.length === 0 || proIds.includes(candidate.proId));

/** Returns whether a local start suits an entry. */
export const suits = ({ weekdays, fromTime, toTime, from, until }: Wishes, wall: string): boolean => {
  const [day, time] = [wall.slice(0, 10), wall.slice(11, 16)];
  return (
    day >= from &&
    day <= until &&
    (weekdays.length === 0 || weekdays.includes(weekdayOf(day))) &&
    (fromTime === null || time >= fromTime.slice(0, 5)) &&
    (toTime === null || time <= toTime.slice(0, 5))
  );
};

const minuteMs = 60_000;

/**
 * Returns the deadline of an offer made at an instant: a quarter of the time until the start, at least
 * 15 minutes and at most 2 hours, and not after the start.
 */
export const offerDeadline = (now: Date, start: string): string => {
  const quarter = (Date.parse(start) - now.getTime()) / 4;
  const long = Math.min(Math.max(quarter, 15 * minuteMs), 120 * minuteMs);
  const last = Math.min(now.getTime() + long, Date.parse(start));
  return new Date(Math.floor(last / minuteMs) * minuteMs).toISOString();
};

/** Days after which an entry ends by itself. */
export const waitingDays = 90;

/** Returns the instant at which an entry ends: the end of its last day, or 90 days after it was made. */
export const endOfWaiting = (zone: Zone, now: Date, until: string): string => {
  const last = Math.min(zone.nextMidnight(until), now.getTime() + waitingDays * 86_400_000);
  return new Date(last).toISOString();
};

/** Orders entries by turn: urgent ones first, then by the instant of joining. */
export const byTurn = (
  one: { urgent: boolean; joined: string },
  other: { urgent: boolean; joined: string },
): number => {
  if (one.urgent !== other.urgent) return one.urgent ? -1 : 1;
  if (one.joined === other.joined) return 0;
  return one.joined < other.joined ? -1 : 1;
};

import { type Blocker, conflictsOf } from '@visita/contracts/availability/blockers';
import { type DayHours, hoursOf, openHours } from '@visita/contracts/availability/hours';
import type { WorkingWindow } from '@visita/contracts/availability/windows';
import type { Zone } from '@visita/contracts/availability/zones';

/** A resource that a booking occupies, as rules see it: a professional, or later a room or a device. */
export type Resource = {
  readonly resourceId: string;
  readonly windows: readonly WorkingWindow[];
  readonly dayHours: readonly DayHours[];
  readonly closings: readonly Blocker[];
};

type Visit = { readonly start: string; readonly end: string };

const inMs = ({ start, end }: Visit) => ({ start: Date.parse(start), end: Date.parse(end) });

/** Returns whether a closing lies in a visit. */
export const isClosed = ({ closings }: Pick<Resource, 'closings'>, visit: Visit): boolean =>
  conflictsOf(inMs(visit), closings).length > 0;

/** Returns whether a visit lies in the hours of the local day on which it starts. */
export const isWithinHours = (
  zone: Zone,
  { windows, dayHours }: Pick<Resource, 'windows' | 'dayHours'>,
  visit: Visit,
): boolean => {
  const { start, end } = inMs(visit);
  const open = openHours(zone, hoursOf(windows, dayHours), zone.dayOf(start));
  return open !== null && open.hours.some((hours) => hours.start <= start && end <= hours.end);
};

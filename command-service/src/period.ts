import { instantsOf } from '@visita/contracts/availability/periods';
import type { Zone } from '@visita/contracts/availability/zones';
import type { Period } from '@visita/contracts/clinic/events';
import { Rejection } from '@visita/contracts/problem';

/** Converts a period in local time to instants; an end of 23:59 means the next midnight. */
export const periodOf = (
  typed: { title: string; starting_date: string; ending_date: string },
  zone: Zone,
): Period => {
  const walls = { startingDate: typed.starting_date, endingDate: typed.ending_date };
  const period = { title: typed.title, ...walls, ...instantsOf(walls, zone) };
  if (period.start >= period.end) throw new Rejection('period-inverted');
  return period;
};

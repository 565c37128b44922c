import { instantsOf } from '@visita/contracts/availability/periods';
import type { Zone } from '@visita/contracts/availability/zones';
import type { Period } from '@visita/contracts/clinic/events';
import { Rejection } from '@visita/contracts/problem';

/** A typed stretch of wall clock as the instants it means; an end of 23:59 is the next midnight. */
export const periodOf = (
  typed: { title: string; starting_date: string; ending_date: string },
  zone: Zone,
): Period => {
  const walls = { startingDate: typed.starting_date, endingDate: typed.ending_date };
  const period = { title: typed.title, ...walls, ...instantsOf(walls, zone) };
  if (period.start >= period.end) throw new Rejection('period-inverted');
  return period;
};

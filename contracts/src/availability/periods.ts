import type { Period } from '../clinic/events.ts';
import type { Zone } from './zones.ts';

/** Returns a wall-clock period as UTC instants. An end of 23:59 means the next midnight. */
export const instantsOf = (
  { startingDate, endingDate }: Pick<Period, 'startingDate' | 'endingDate'>,
  zone: Zone,
): Pick<Period, 'start' | 'end'> => ({
  start: zone.toInstant(startingDate),
  end: zone.endInstant(endingDate),
});

/**
 * Returns the periods whose instants differ in another zone, with the new instants. Periods that the zone's clock
 * skips are left out.
 */
export const changedIn = <Planned extends { readonly period: Period }>(
  planned: readonly Planned[],
  zone: Zone,
): Planned[] =>
  planned.flatMap((one) => {
    const { start, end } = instantsOf(one.period, zone);
    const same = start === one.period.start && end === one.period.end;
    return same || start >= end ? [] : [{ ...one, period: { ...one.period, start, end } }];
  });

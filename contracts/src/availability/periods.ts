import type { Period } from '../clinic/events.ts';
import type { Zone } from './zones.ts';

/** Returns the instants of a stretch of wall clock, as ISO text in UTC; an end of 23:59 is the next midnight. */
export const instantsOf = (
  { startingDate, endingDate }: Pick<Period, 'startingDate' | 'endingDate'>,
  zone: Zone,
): Pick<Period, 'start' | 'end'> => ({
  start: zone.toInstant(startingDate),
  end: zone.endInstant(endingDate),
});

/** Returns what another zone gives other instants, with those; nothing of a period that its clock skips. */
export const changedIn = <Planned extends { readonly period: Period }>(
  planned: readonly Planned[],
  zone: Zone,
): Planned[] =>
  planned.flatMap((one) => {
    const { start, end } = instantsOf(one.period, zone);
    const same = start === one.period.start && end === one.period.end;
    return same || start >= end ? [] : [{ ...one, period: { ...one.period, start, end } }];
  });

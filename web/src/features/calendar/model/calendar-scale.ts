import type { Entry } from './calendar-events.ts';
import type { Placed } from './side-by-side.ts';

/** Pixels of an hour that the reader chooses from. */
export const hourHeights = ['74', '108', '168'] as const;
export type HourHeight = (typeof hourHeights)[number];

/** Pixels at which an entry is readable and an adequate target. */
export const readable = 24;
/** Pixels of a line of text; a lower entry shows its name beside it. */
const line = 14;

/** Returns the lowest height of an hour at which the shortest service is readable; the highest if none is. */
export const heightFor = (minutes: readonly number[]): HourHeight =>
  hourHeights.find((height) => (Math.min(...minutes) * Number(height)) / 60 >= readable) ?? '168';

export const isLow = ({ start, end }: Pick<Placed<Entry>, 'start' | 'end'>, scale: number): boolean =>
  (end - start) * scale < line;

/** Place of a name beside a low entry: the whole width, or its first or second half. */
export type NamePlace = 'whole' | 'first' | 'second';

/**
 * Returns the place of each low entry's name. Names that are near each other alternate, so that they don't cover
 * each other.
 */
export const namePlaces = (
  entries: readonly Placed<Entry>[],
  scale: number,
): ReadonlyMap<Entry, NamePlace> => {
  const places = new Map<Entry, NamePlace>();
  const last = new Map<number, Placed<Entry>>();
  for (const placed of entries.toSorted((one, other) => one.start - other.start)) {
    if (!isLow(placed, scale)) continue;
    const before = last.get(placed.lane);
    last.set(placed.lane, placed);
    const isNear = before !== undefined && (placed.start - before.end) * scale < line;
    if (isNear && places.get(before.entry) === 'whole') places.set(before.entry, 'first');
    const beside = before && places.get(before.entry) === 'first' ? 'second' : 'first';
    places.set(placed.entry, isNear ? beside : 'whole');
  }
  return places;
};

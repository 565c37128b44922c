import type { ColumnContent } from './columns.ts';
import type { Stretch } from './day-parts.ts';

const minutesOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { start, end }) => sum + end - start, 0);

/** Returns the parts of hours that nothing takes, in order. */
export const freeIn = (hours: readonly Stretch[], taken: readonly Stretch[]): Stretch[] => {
  const sorted = taken.toSorted((one, other) => one.start - other.start);
  return hours.flatMap(({ start, end }) => {
    const free: Stretch[] = [];
    let from = start;
    for (const one of sorted) {
      if (one.start > from) free.push({ start: from, end: Math.min(one.start, end) });
      from = Math.max(from, one.end);
      if (from >= end) break;
    }
    if (from < end) free.push({ start: from, end });
    return free.filter((stretch) => stretch.end > stretch.start);
  });
};

/** Returns all periods of a column in which nothing can be booked. */
export const takenIn = ({ entries, behind }: ColumnContent): Stretch[] => [...entries, ...behind];

/** A day's working minutes, and how many of them are free. */
export type Minutes = { worked: number; free: number };

export const minutesIn = (hours: readonly Stretch[] | null, content: ColumnContent): Minutes => ({
  worked: minutesOf(hours ?? []),
  free: minutesOf(freeIn(hours ?? [], takenIn(content))),
});

/** Returns the free share of columns in percent; null without working hours. */
export const freeShare = (columns: readonly Minutes[]): number | null => {
  const worked = columns.reduce((sum, one) => sum + one.worked, 0);
  const free = columns.reduce((sum, one) => sum + one.free, 0);
  return worked === 0 ? null : Math.round((free / worked) * 100);
};

import type { Column, ColumnContent } from './columns.ts';
import type { Stretch } from './day-parts.ts';
import { freeShare, minutesIn, type Minutes } from './free-time.ts';

/** Visits of a day, and the free share of its working hours in percent; null without hours. */
export type DaySummary = { visits: number; share: number | null };

type Columns = {
  columns: readonly Column[];
  content: readonly ColumnContent[];
  hours: readonly (Stretch[] | null)[];
};

/** Entries of a day above which a month summarises it. */
const few = 3;

/** Returns the summaries of the days with more entries than a month shows, over all professionals. */
export const summariesOf = ({ columns, content, hours }: Columns): ReadonlyMap<string, DaySummary> => {
  const days = new Map<string, { minutes: Minutes[]; visits: number; entries: number }>();
  columns.forEach(({ day }, index) => {
    const here = content[index] ?? { entries: [], behind: [] };
    const { minutes = [], visits = 0, entries = 0 } = days.get(day) ?? {};
    const held = here.behind.filter(({ entry }) => entry.kind === 'held' || entry.kind === 'block');
    days.set(day, {
      minutes: [...minutes, minutesIn(hours[index] ?? null, here)],
      visits: visits + here.entries.filter(({ entry }) => entry.kind !== 'block').length,
      entries: entries + here.entries.length + held.length,
    });
  });
  return new Map(
    [...days].flatMap(([day, { minutes, visits, entries }]) =>
      entries > few ? [[day, { visits, share: freeShare(minutes) }] as const] : [],
    ),
  );
};

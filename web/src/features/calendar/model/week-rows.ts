import { groupBy } from '../../../lib/compat/group-by.ts';
import { wholeDay, type Stretch } from './day-parts.ts';
import type { Column, ColumnContent, Professional } from './columns.ts';
import { freeIn, freeShare, minutesIn, takenIn } from './free-time.ts';

/** Professionals in sight above which the week offers a row for each. */
export const manyProfessionals = 3;

/** Layouts of a week with many professionals. */
export const weekLayouts = ['hours', 'professionals'] as const;
export type WeekLayout = (typeof weekLayouts)[number];

/** A professional's day in the week. */
export type Cell = {
  key: string;
  day: string;
  pro: Professional;
  /** Working hours; null if unknown. */
  hours: Stretch[] | null;
  content: ColumnContent;
  visits: number;
  /** Free share of the working hours in percent; null without hours. */
  share: number | null;
};

type Columns = {
  columns: readonly Column[];
  content: readonly ColumnContent[];
  hours: readonly (Stretch[] | null)[];
};

/** Returns the cells of each professional, in the order of the columns. */
export const rowsOf = ({ columns, content, hours }: Columns): Cell[][] => {
  const cells = columns.flatMap(({ key, day, pro }, index): Cell[] => {
    const [here, worked] = [content[index], hours[index] ?? null];
    if (!pro || !here) return [];
    const visits = here.entries.filter(({ entry }) => entry.kind !== 'block').length;
    return [
      { key, day, pro, hours: worked, content: here, visits, share: freeShare([minutesIn(worked, here)]) },
    ];
  });
  return [...groupBy(cells, ({ pro }) => pro.id).values()];
};

const fullHour = 60;

/** Returns the drawn part of each day in full hours: working hours and entries, at least eight to eight. */
export const rangeOf = (rows: readonly (readonly Cell[])[]): Stretch => {
  const isLimited = ({ start, end }: Stretch) => end - start < wholeDay;
  const stretches = rows
    .flat()
    .flatMap(({ hours, content }) => [...(hours ?? []), ...content.entries, ...content.behind])
    .filter(isLimited);
  const start = Math.min(8 * fullHour, ...stretches.map((one) => one.start));
  const end = Math.max(20 * fullHour, ...stretches.map((one) => one.end));
  return { start: Math.floor(start / fullHour) * fullHour, end: Math.ceil(end / fullHour) * fullHour };
};

/** Returns the free period of a cell at a minute; null if the professional does not work or is busy then. */
export const freeAt = ({ hours, content }: Cell, minute: number): Stretch | null =>
  freeIn(hours ?? [{ start: 0, end: wholeDay }], takenIn(content)).find(
    ({ start, end }) => start <= minute && minute < end,
  ) ?? null;

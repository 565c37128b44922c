import type { Behind, Column, ColumnContent } from './columns.ts';

/** A closing over neighbouring columns of a day: index of the first one, and their number. */
export type Band = Behind & { first: number; count: number };

export const isClosing = ({ entry }: Behind): boolean => entry.kind === 'closing';

/** Returns each closing once over neighbouring columns of the same day. */
export const bandsOf = (columns: readonly Column[], content: readonly ColumnContent[]): Band[] => {
  const bands: Band[] = [];
  content.forEach(({ behind }, index) => {
    for (const closing of behind.filter(isClosing)) {
      const beside = bands.find(
        ({ entry, first, count }) =>
          entry.id === closing.entry.id &&
          first + count === index &&
          columns[first]?.day === columns[index]?.day,
      );
      if (beside) beside.count += 1;
      else bands.push({ ...closing, first: index, count: 1 });
    }
  });
  return bands;
};

type Columns = {
  columns: readonly Column[];
  content: readonly ColumnContent[];
  hours: readonly (readonly unknown[] | null)[];
};

/**
 * Returns the indices of columns whose professional does not work and has no entry. A closing is drawn in other
 * columns, or its column is kept; without working professionals all columns are kept.
 */
export const idleIn = ({ columns, content, hours }: Columns): ReadonlySet<number> => {
  const idle = columns.flatMap((_, index) => {
    const { entries = [], behind = [] } = content[index] ?? {};
    return hours[index]?.length === 0 && entries.length === 0 && behind.every(isClosing) ? [index] : [];
  });
  const kept = content.filter((_, index) => !idle.includes(index));
  const drawn = new Set(kept.flatMap(({ behind }) => behind.map(({ entry }) => entry.id)));
  const isDrawn = (index: number) =>
    content[index]?.behind.every(({ entry }) => drawn.has(entry.id)) === true;
  return new Set(kept.length === 0 ? [] : idle.filter(isDrawn));
};

export type Position = { column: number; top: number; left: number };

type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key);

const inOrder = (one: Position, other: Position): number => one.top - other.top || one.left - other.left;

const nearest = <Entry extends Position>(entries: readonly Entry[], top: number): Entry | undefined =>
  entries.toSorted((one, other) => Math.abs(one.top - top) - Math.abs(other.top - top))[0];

/**
 * Returns the entry an arrow key moves to: the previous or next in the column, or the nearest of the next
 * non-empty column.
 */
export const neighbourOf = <Entry extends Position>(
  entries: readonly Entry[],
  from: Entry,
  arrow: Arrow,
): Entry | undefined => {
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const column = entries.filter((entry) => entry.column === from.column).toSorted(inOrder);
    return column[column.indexOf(from) + (arrow === 'ArrowDown' ? 1 : -1)];
  }
  const by = arrow === 'ArrowRight' ? 1 : -1;
  const beyond = entries.filter((entry) => (entry.column - from.column) * by > 0);
  const next = Math.min(...beyond.map((entry) => (entry.column - from.column) * by));
  return nearest(
    beyond.filter((entry) => (entry.column - from.column) * by === next),
    from.top,
  );
};

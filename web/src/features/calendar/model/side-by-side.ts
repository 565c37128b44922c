/** Where something stands in its column: in one of so many lanes, over some of them. */
export type Placed<Item> = {
  entry: Item;
  start: number;
  end: number;
  lane: number;
  /** How many lanes it takes. */
  span: number;
  lanes: number;
};

type Timed<Item> = { entry: Item; start: number; end: number };

const overlap = (one: { start: number; end: number }, other: { start: number; end: number }) =>
  one.start < other.end && other.start < one.end;

/** A place among those of whom some entries are; null where there are no others to be told from. */
export type Rank<Item> = (entry: Item) => number | null;

/** The lanes that are kept for whom a group is of, in their order, so that who works beside others is found there. */
const keptLanes = <Item>(group: readonly Timed<Item>[], rank: Rank<Item>): Map<number | null, number> => {
  const ranks = new Set(group.map(({ entry }) => rank(entry)).filter((found) => found !== null));
  return new Map([...ranks].toSorted((one, other) => one - other).map((found, lane) => [found, lane]));
};

/** Gives each of a group that hangs together its lane, or the first one that is free, then all the lanes beside that stay so. */
const inLanes = <Item>(group: readonly Timed<Item>[], rank: Rank<Item>): Placed<Item>[] => {
  const kept = keptLanes(group, rank);
  const ends = Array.from(kept, () => 0);
  const placed = group.map((timed) => {
    const own = kept.get(rank(timed.entry)) ?? -1;
    const isFree = (end: number | undefined) => end !== undefined && end <= timed.start;
    const free = isFree(ends[own]) ? own : ends.findIndex(isFree);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = timed.end;
    return { ...timed, lane };
  });
  return placed.map((one) => {
    const beside = placed.filter((other) => other.lane > one.lane && overlap(one, other));
    const next = Math.min(ends.length, ...beside.map(({ lane }) => lane));
    return { ...one, span: next - one.lane, lanes: ends.length };
  });
};

/** Places entries so that those which overlap in time stand beside each other, and nobody else does. */
export const sideBySide = <Item>(
  entries: readonly Timed<Item>[],
  rank: Rank<Item> = () => null,
): Placed<Item>[] => {
  const sorted = entries.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const placed: Placed<Item>[] = [];
  let group: Timed<Item>[] = [];
  let end = -1;
  for (const timed of sorted) {
    if (timed.start >= end) {
      placed.push(...inLanes(group, rank));
      group = [];
    }
    group.push(timed);
    end = Math.max(end, timed.end);
  }
  return [...placed, ...inLanes(group, rank)];
};

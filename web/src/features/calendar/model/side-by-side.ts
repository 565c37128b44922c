/** An entry's lanes in its column. */
export type Placed<Item> = {
  entry: Item;
  start: number;
  end: number;
  lane: number;
  span: number;
  lanes: number;
};

type Timed<Item> = { entry: Item; start: number; end: number };

const overlap = (one: { start: number; end: number }, other: { start: number; end: number }) =>
  one.start < other.end && other.start < one.end;

/** Returns an entry's rank among several professionals; null if there is only one. */
export type Rank<Item> = (entry: Item) => number | null;

/** Returns a fixed lane for each rank in a group of overlapping entries, in order. */
const keptLanes = <Item>(group: readonly Timed<Item>[], rank: Rank<Item>): Map<number | null, number> => {
  const ranks = new Set(group.map(({ entry }) => rank(entry)).filter((found) => found !== null));
  return new Map([...ranks].toSorted((one, other) => one - other).map((found, lane) => [found, lane]));
};

/** Assigns each entry of a group its fixed lane or the first free one, and widens it over free lanes. */
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

/** Places entries side by side if they overlap, and only then. */
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

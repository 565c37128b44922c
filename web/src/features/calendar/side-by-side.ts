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

/** Gives each of a group that hangs together the first lane that is free, then all the lanes beside that stay so. */
const inLanes = <Item>(group: readonly Timed<Item>[]): Placed<Item>[] => {
  const ends: number[] = [];
  const placed = group.map((timed) => {
    const free = ends.findIndex((end) => end <= timed.start);
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
export const sideBySide = <Item>(entries: readonly Timed<Item>[]): Placed<Item>[] => {
  const sorted = entries.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const placed: Placed<Item>[] = [];
  let group: Timed<Item>[] = [];
  let end = -1;
  for (const timed of sorted) {
    if (timed.start >= end) {
      placed.push(...inLanes(group));
      group = [];
    }
    group.push(timed);
    end = Math.max(end, timed.end);
  }
  return [...placed, ...inLanes(group)];
};

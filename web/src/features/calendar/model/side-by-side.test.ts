import { expect, it } from 'vitest';
import { hourHeights } from './calendar-scale.ts';
import { sideBySide } from './side-by-side.ts';

/** Column widths from a large screen to a phone's week. */
const widths = [1180, 960, 720, 330, 44];

const randomFrom = (seed: number) => {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const lengths = [5, 10, 15, 20, 30, 45, 60, 90];
const day = (seed: number) => {
  const random = randomFrom(seed);
  return Array.from({ length: 1 + random(40) }, (_, index) => {
    const start = 7 * 60 + 5 * random(12 * 12);
    return { entry: index, start, end: start + (lengths[random(lengths.length)] ?? 30) };
  });
};

it('draws overlapping entries side by side, and no others, on a thousand days in five widths', () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= 1000; seed += 1) {
    const visits = day(seed);
    const scale = Number(hourHeights[seed % hourHeights.length]) / 60;
    // On every other day, five professionals alternate.
    const placed = seed % 2 === 0 ? sideBySide(visits) : sideBySide(visits, (index) => index % 5);
    expect(placed).toHaveLength(visits.length);
    for (const width of widths) {
      const drawn = placed.map(({ start, end, lane, span, lanes }) => ({
        start,
        end,
        left: (lane / lanes) * width,
        right: ((lane + span) / lanes) * width,
        top: start * scale,
        bottom: end * scale,
      }));
      for (const one of drawn) {
        const others = drawn.filter(
          (other) => other !== one && one.start < other.end && other.start < one.end,
        );
        if (others.length === 0 && one.right - one.left < width)
          faults.push(`${seed}: alone, and not as wide`);
        if (one.right > width + 0.01) faults.push(`${seed}: beyond its column`);
        if (others.some(({ left, right }) => left < one.right - 0.01 && right > one.left + 0.01))
          faults.push(`${seed}: over another`);
        for (const other of drawn)
          if (other !== one && !others.includes(other))
            if (Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.01)
              faults.push(`${seed}: as high as another at another time`);
      }
    }
  }
  expect(faults).toEqual([]);
});

it('widens an entry over free lanes beside it', () => {
  const at = (entry: string, start: number, end: number) => ({ entry, start, end });
  const placed = sideBySide([at('long', 0, 60), at('a', 0, 20), at('b', 10, 30), at('c', 40, 50)]);
  const spans = Object.fromEntries(
    placed.map(({ entry, lane, span, lanes }) => [entry, [lane, span, lanes]]),
  );
  expect(spans).toEqual({ long: [0, 1, 3], a: [1, 1, 3], b: [2, 1, 3], c: [1, 2, 3] });
});

it('keeps a lane for each professional who overlaps others, in the same order all day', () => {
  const at = (entry: string, start: number, end: number) => ({ entry, start, end });
  const mornings = [at('b1', 0, 30), at('a1', 10, 30), at('b2', 30, 40), at('a2', 30, 60), at('c1', 35, 60)];
  const afternoons = [at('c2', 100, 130), at('a3', 110, 140), at('b3', 120, 150)];
  const rank = (entry: string) => 'abc'.indexOf(entry.charAt(0));
  const lanes = sideBySide([...mornings, ...afternoons], rank).map(({ entry, lane }) => `${entry} ${lane}`);
  expect(lanes.toSorted()).toEqual(['a1 0', 'a2 0', 'a3 0', 'b1 1', 'b2 1', 'b3 1', 'c1 2', 'c2 2']);
});

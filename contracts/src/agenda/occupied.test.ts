import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTheWay, type Occupying } from './occupied.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 23, 0, minute)).toISOString();
const visit = (start: number, end: number, bufferBefore = 0, bufferAfter = 0): Occupying => ({
  start: at(start),
  end: at(end),
  bufferBefore,
  bufferAfter,
});

it.each([
  ['that touches it', visit(0, 60), visit(60, 90), false],
  ['whose buffer reaches into it', visit(0, 60, 0, 10), visit(60, 90), true],
  ['whose end reaches into its buffer before', visit(0, 60), visit(70, 90, 15), true],
  ['that ends where its buffer begins', visit(0, 60), visit(75, 90, 15), false],
  ['that begins in its buffer after', visit(100, 130), visit(60, 90, 0, 15), true],
])('a visit %s is in the way: %#', (_, taken, wanted, blocks) => {
  expect(inTheWay([taken], wanted)).toEqual(blocks ? [taken] : []);
});

it('two visits are in each other’s way exactly if they share a minute, with the buffers of both', () => {
  const minutes = fc.tuple(
    fc.integer({ min: 30, max: 120 }),
    fc.integer({ min: 1, max: 90 }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 30 }),
  );
  fc.assert(
    fc.property(minutes, minutes, (...both) => {
      const [one, other] = both.map(([start, length, before, after]) => ({
        minutes: Array.from({ length: before + length + after }, (_, nth) => start - before + nth),
        visit: visit(start, start + length, before, after),
      })) as [{ minutes: number[]; visit: Occupying }, { minutes: number[]; visit: Occupying }];
      const shared = one.minutes.some((minute) => other.minutes.includes(minute));
      expect(inTheWay([one.visit], other.visit).length > 0).toBe(shared);
      expect(inTheWay([other.visit], one.visit).length > 0).toBe(shared);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import type { Entry } from './calendar-events.ts';
import { heightFor, isLow, namePlaces } from './calendar-scale.ts';

describe('height of an hour', () => {
  it.each([
    [60, '74'],
    [20, '74'],
    [15, '108'],
    [14, '108'],
    [10, '168'],
    [5, '168'],
  ])('makes a service of %i minutes readable', (minutes, height) =>
    expect(heightFor([60, minutes])).toBe(height),
  );

  it('is the lowest without services', () => expect(heightFor([])).toBe('74'));
});

describe('an entry lower than its name', () => {
  const scale = 74 / 60;
  const visit = (start: number, minutes: number, lane = 0) => ({
    entry: { id: `${start}` } as Entry,
    start,
    end: start + minutes,
    lane,
    span: 1,
    lanes: 1,
  });
  const placesOf = (...visits: ReturnType<typeof visit>[]) => [...namePlaces(visits, scale).values()];

  it('is one of ten minutes at the lowest height', () => {
    expect(isLow(visit(540, 10), scale)).toBe(true);
    expect(isLow(visit(540, 15), scale)).toBe(false);
    expect(isLow(visit(540, 5), 168 / 60), 'a line fits five minutes at the highest').toBe(false);
  });

  it('shows its name beside it, alternately if others are near', () => {
    expect(placesOf(visit(540, 5), visit(545, 5), visit(550, 5))).toEqual(['first', 'second', 'first']);
    expect(placesOf(visit(540, 5), visit(600, 5)), 'far from each other').toEqual(['whole', 'whole']);
    expect(placesOf(visit(540, 5), visit(545, 30)), 'the second is high enough').toEqual(['whole']);
    expect(placesOf(visit(540, 5), visit(542, 5, 1)), 'in other lanes').toEqual(['whole', 'whole']);
  });
});

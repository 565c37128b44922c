import { describe, expect, it } from 'vitest';
import { halfHourHeight } from './calendar-scale.ts';

const visit = (minutes: number) => ({
  start: '2026-11-23T09:00',
  end: new Date(Date.parse('2026-11-23T09:00Z') + minutes * 60_000).toISOString().slice(0, 16),
});

describe('height of half an hour', () => {
  it.each([
    [60, 37],
    [30, 37],
    [20, 40.5],
    [15, 54],
    [10, 81],
    [5, 84],
  ])('leaves a line for a visit of %i minutes', (minutes, height) =>
    expect(halfHourHeight([visit(60), visit(minutes)])).toBe(height),
  );

  it('is the minimum without visible visits', () => expect(halfHourHeight([])).toBe(37));
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reports the first time at once, then the count, and starts again after a quiet period', () => {
  const told: [string, number][] = [];
  const note = createThrottle<string>(60_000, (kind, count) => told.push([kind, count]));
  for (let times = 0; times < 5; times += 1) note('away');
  note('slow');
  expect(told).toEqual([
    ['away', 1],
    ['slow', 1],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(told.slice(2)).toEqual([['away', 4]]);
  vi.advanceTimersByTime(60_000);
  note('away');
  expect(told.slice(3)).toEqual([['away', 1]]);
});

import { expect, it } from 'vitest';
import { mapYielding, yieldTurn } from './event-loop.ts';

const busyFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

it('lets other work run between the pieces of many long tasks', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const work = () => mapYielding([1, 2, 3, 4, 5], (item) => (busyFor(5), item * 2));
  const results = await Promise.all(Array.from({ length: 10 }, work));
  clearInterval(others);
  expect(results.flat()).toHaveLength(50);
  expect(results[9]).toEqual([2, 4, 6, 8, 10]);
  expect(turns).toBeGreaterThan(20);
});

it('lets short tasks continue within one turn of the loop', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  await Promise.all(Array.from({ length: 1_000 }, yieldTurn));
  clearInterval(others);
  expect(turns).toBeLessThan(100);
});

import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

const { SIMULATED_SEED: seed = '1' } = process.env;
const week = { pros: 2, days: 7, visitsADay: 4, waitingADay: 2, kills: 4, erasures: 1 };

it('a week of two professionals keeps all rules', { timeout: 600_000 }, async () => {
  const { problems, counts } = await simulate({ ...week, seed: Number(seed) });
  expect(problems).toEqual([]);
  expect(counts.reminders).toBeGreaterThan(20);
  expect(counts.offers).toBeGreaterThan(5);
  expect(counts.crashes).toBeGreaterThan(3);
});

import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

const { SIMULATED_SEED: seed = '1', SIMULATED_FROM: from = '2026-10-21' } = process.env;
const week = { pros: 2, days: 7, visitsADay: 15, waitingADay: 2, kills: 6, erasures: 1 };

it('a week of two professionals keeps all rules over a change of clocks', { timeout: 600_000 }, async () => {
  const { problems, counts } = await simulate({ ...week, from, seed: Number(seed) });
  expect(problems).toEqual([]);
  expect(counts.reminders).toBeGreaterThan(100);
  expect(counts.offers).toBeGreaterThan(5);
  expect(counts.texts).toBeGreaterThan(10);
  expect(counts.recalls).toBeGreaterThan(1);
  expect(counts.surveys).toBeGreaterThan(20);
  expect(counts.series).toBeGreaterThan(2);
  expect(counts.crashes).toBeGreaterThan(3);
});

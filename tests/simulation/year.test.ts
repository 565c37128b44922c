// @module-tag release
import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

/** By default a month; `SIMULATED_DAYS=365 SIMULATED_VISITS=30` is the whole year of full days, and takes hours. */
const numberOf = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const days = numberOf('SIMULATED_DAYS', 30);
const scale = {
  seed: numberOf('SIMULATED_SEED', 2026),
  pros: numberOf('SIMULATED_PROS', 10),
  days,
  visitsADay: numberOf('SIMULATED_VISITS', 6),
  waitingADay: 2,
  kills: 20,
  erasures: 1,
};

it('a long time of ten professionals keeps all rules', { timeout: 24 * 3_600_000 }, async () => {
  const { problems, counts } = await simulate(scale);
  process.stdout.write(`${JSON.stringify({ ...scale, ...counts })}\n`);
  expect(problems).toEqual([]);
  expect(counts.reminders).toBeGreaterThan(days);
});

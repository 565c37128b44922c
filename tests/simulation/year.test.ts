// @module-tag release
import { expect, it } from 'vitest';
import { simulate } from './simulate.ts';

const numberOf = (name: string, usual: number): number => Number(process.env[name] ?? usual);
/** By default a month over the change to summer time, or as many of its days as fit into four hours. */
const scale = {
  from: process.env['SIMULATED_FROM'] ?? '2027-03-08',
  seed: numberOf('SIMULATED_SEED', 2026),
  pros: numberOf('SIMULATED_PROS', 10),
  days: numberOf('SIMULATED_DAYS', 30),
  hours: numberOf('SIMULATED_HOURS', 4),
  visitsADay: numberOf('SIMULATED_VISITS', 6),
  waitingADay: 2,
  kills: 20,
  erasures: 1,
};

/** Writes a line for each week that begins. */
const tellWeek = (nth: number): void => {
  if (nth % 7 === 0) process.stdout.write(`${new Date().toISOString()} day ${nth}\n`);
};

it('a long time of ten professionals keeps all rules', { timeout: 24 * 3_600_000 }, async () => {
  const { problems, counts } = await simulate(scale, tellWeek);
  process.stdout.write(`${JSON.stringify({ ...scale, ...counts })}\n`);
  expect(problems).toEqual([]);
  expect(counts.reminders).toBeGreaterThan(counts.days);
});

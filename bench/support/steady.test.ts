import { expect, test } from 'vitest';
import { isSteady } from './steady.ts';

test.each([
  { what: 'too few rounds', rates: [500, 500, 500, 500, 500], steady: false },
  { what: 'rounds that get faster', rates: [290, 459, 496, 593, 590, 526], steady: false },
  {
    what: 'rounds that got faster before',
    rates: [290, 459, 496, 593, 590, 526, 595, 588, 601],
    steady: true,
  },
  { what: 'rounds that get slower', rates: [600, 590, 610, 500, 510, 505], steady: true },
])('$what', ({ rates, steady }) => {
  expect(isSteady(rates)).toBe(steady);
});

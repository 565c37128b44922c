import { expect, it } from 'vitest';
import { periodOf } from './period.ts';

it.each(['2026-11-16', '2026-11-19', '2026-11-22'])('ends with the week’s Sunday on %s', (today) => {
  expect(periodOf(4, today)).toEqual({ from: '2026-10-26', to: '2026-11-22' });
});

it('spans whole weeks, also over the end of a year', () => {
  expect(periodOf(52, '2027-01-01')).toEqual({ from: '2026-01-05', to: '2027-01-03' });
});

import { expect, test } from 'vitest';
import { changesOf } from './compare.ts';

test('lists measurements of both runs, the greatest change first', () => {
  const line = (what: string, figures: { ratio?: number; p50?: number }) => ({
    bench: 'reads',
    what,
    unit: '',
    ...figures,
  });
  const before = [line('calendar', { ratio: 0.5 }), line('slots', { p50: 2 }), line('gone', { ratio: 1 })];
  const now = [line('calendar', { ratio: 0.4 }), line('slots', { p50: 1 }), line('new', { ratio: 1 })];
  expect(changesOf(before, now)).toEqual([
    { what: 'slots', before: 2, now: 1, times: 0.5 },
    { what: 'calendar', before: 0.5, now: 0.4, times: 0.8 },
  ]);
});

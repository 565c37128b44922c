import { expect, it } from 'vitest';
import { asksTooLate } from './too-late.ts';

it.each([
  ['PT24H', null, 24, true],
  ['PT24H', null, 23, false],
  ['PT3H', null, 24, true],
  ['P1D', null, 24, true],
  ['P2D', null, 24, false],
  ['P1D', '18:00', 24, true],
  ['P1D', '08:00', 24, false],
  ['P2D', '18:00', 48, true],
  ['P0D', '08:00', 0, false],
  ['PT3H', null, 0, false],
] as const)('a question %s at %s with %i hours of notice comes too late: %s', (before, at, notice, late) => {
  const step = { clinicServiceId: null, before, at, channel: 'mail', ask: true } as const;
  expect(asksTooLate(step, notice)).toBe(late);
  expect(asksTooLate({ ...step, ask: false }, notice)).toBe(false);
});

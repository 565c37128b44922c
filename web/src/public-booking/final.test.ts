import { expect, it } from 'vitest';
import { isFinal } from './final.ts';

it.each([
  [404, true],
  [409, true],
  [410, true],
  [429, false],
  [500, false],
  [503, false],
  [0, false],
])('treats status %i of a confirmation as final: %s', (status, final) =>
  expect(isFinal({ status })).toBe(final),
);

import { expect, it } from 'vitest';
import { parseJson } from './json.ts';

it('accepts a list of a thousand elements, and refuses longer ones at any depth', () => {
  const list = (length: number) => JSON.stringify({ services: Array.from({ length }, () => ({})) });
  expect(parseJson(list(1_000))).toHaveProperty('services');
  expect(() => parseJson(list(1_001))).toThrow();
});

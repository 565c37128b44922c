import { expect, it } from 'vitest';
import { e164Of } from './e164.ts';

it.each([
  ['+39', '3330001111', '+393330001111'],
  ['+39', '0612345678', '+390612345678'],
  ['+44', '07911123456', '+447911123456'],
  ['+34', '600111222', '+34600111222'],
])('writes %s %s as %s', (prefix, phone, written) => {
  expect(e164Of({ prefix, phone })).toBe(written);
});

it('returns null for an invalid number', () => {
  expect(e164Of({ prefix: '+39', phone: '123' })).toBeNull();
  expect(e164Of({ prefix: '+999', phone: '3330001111' })).toBeNull();
  expect(e164Of({ prefix: null, phone: null })).toBeNull();
});

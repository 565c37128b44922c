import { describe, expect, it } from 'vitest';
import { saysStop } from './choices.ts';
import { mobileOf } from './mobile.ts';

describe('an answer to a text', () => {
  it.each(['STOP', 'stop.', ' Stop! ', 'Basta', 'BAJA', 'STOP SMS', 'unsubscribe'])(
    '%j ends texts',
    (answer) => {
      expect(saysStop(answer)).toBe(true);
    },
  );
  it.each(['', 'ok', 'Non posso venire, stop', 'Stop al dolore grazie', 'annulla', 'cancel'])(
    '%j is for staff to read',
    (answer) => {
      expect(saysStop(answer)).toBe(false);
    },
  );
});

describe('a number that can get texts', () => {
  it.each([
    ['+39', '3331112222', '+393331112222'],
    ['+34', '612345678', '+34612345678'],
    ['+1', '2025550123', '+12025550123'],
  ])('is %s %s', (prefix, phone, number) => {
    expect(mobileOf({ prefix, phone })).toBe(number);
  });
  it.each([
    ['+39', '0612345678'],
    ['+34', '912345678'],
    ['+39', '12'],
    [null, '3331112222'],
    ['+39', null],
  ])('is not %s %s', (prefix, phone) => {
    expect(mobileOf({ prefix, phone })).toBeNull();
  });
});

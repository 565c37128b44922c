import { describe, expect, it } from 'vitest';
import { typedDay } from './typed-day.ts';

const today = '2026-11-27';

describe('a typed day', () => {
  it.each([
    ['5/1/2027', '2027-01-05'],
    ['05/01/2027', '2027-01-05'],
    ['13/4/2027', '2027-04-13'],
    ['13-4-2027', '2027-04-13'],
    ['13.4.2027', '2027-04-13'],
    ['13 4 2027', '2027-04-13'],
    [' 13. 4. 2027 ', '2027-04-13'],
    ['13/04/27', '2027-04-13'],
    ['29/2/28', '2028-02-29'],
    ['2027-04-13', '2027-04-13'],
  ])('is read day first: %s', (typed, day) => {
    expect(typedDay(typed, today)).toBe(day);
  });

  it.each([
    ['5/1', '2027-01-05'],
    ['20-11', '2026-11-20'],
    ['1.8', '2027-08-01'],
  ])('without a year is the next one, or a recent one: %s', (typed, day) => {
    expect(typedDay(typed, today)).toBe(day);
  });

  it.each([
    ['13/4/85', '1985-04-13'],
    ['13/4/26', '2026-04-13'],
    ['13/4/27', '1927-04-13'],
  ])('of birth is never in the future: %s', (typed, day) => {
    expect(typedDay(typed, today, today)).toBe(day);
  });

  it.each([
    '31/02/2027',
    '29/2/2027',
    '0/5/2027',
    '5/13/2027',
    '5/1/027',
    '5/1/0027',
    '5/1/3027',
    '5',
    '5/',
    'x',
    '',
  ])('is refused if ambiguous: %s', (typed) => {
    expect(typedDay(typed, today)).toBeNull();
  });

  it('of birth is refused without a year', () => {
    expect(typedDay('13/4', today, today)).toBeNull();
  });
});

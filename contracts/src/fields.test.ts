import { describe, expect, it } from 'vitest';
import { addCollaboratorBody } from './api/clinic.ts';
import { askedDateTime, askedDay, birthDate, name } from './fields.ts';
import { filterPostalCode } from './filters.ts';

it('takes a date of birth that has come somewhere on earth, and none after that', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
  expect(birthDate.safeParse('1926-02-28').success).toBe(true);
  expect(birthDate.safeParse(inHours(0)).success).toBe(true);
  expect(birthDate.safeParse(inHours(40)).success).toBe(false);
});

describe('days and times that may be asked for', () => {
  it.each(['1900-01-01', '2026-11-20', '2028-02-29', '2199-12-31'])('take %s', (day) => {
    expect(askedDay.safeParse(day).success).toBe(true);
    expect(askedDateTime.safeParse(`${day}T09:30`).success).toBe(true);
  });

  // PostgreSQL has no year 0, and an instant of year 1 may lie before it.
  it.each([
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    '9999-12-31',
    '2027-02-29',
    '+010000-01-01',
  ])('refuse %s', (day) => {
    expect(askedDay.safeParse(day).success).toBe(false);
    expect(askedDateTime.safeParse(`${day}T09:30`).success).toBe(false);
  });

  it.each(['2026-02-29', '+010000-01', '2026-11-24'])(
    'refuse hours reckoned from %s, which is no Monday',
    (day) => {
      const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00', every_weeks: 2 };
      const { availability } = addCollaboratorBody.shape;
      expect(availability.safeParse([{ ...hours, anchor_monday: day }]).success).toBe(false);
      expect(availability.safeParse([{ ...hours, anchor_monday: '2026-11-23' }]).success).toBe(true);
    },
  );
});

it.each([
  ['00100 Roma', 'IT', '00100'],
  [' sw1a  1aa ', 'GB', 'SW1A 1AA'],
  ['1012 ab', 'NL', '1012 AB'],
  ['D02-AF30', 'IE', 'D02AF30'],
  ['VLT 1117', 'MT', 'VLT 1117'],
])('a postal code %j of %s is %j', (typed, country, code) =>
  expect(filterPostalCode(typed, country)).toBe(code),
);

it('a name keeps the joiners of its script, and loses the marks that turn directions', () => {
  expect(name.parse('\u200f علی\u200cرضا \u202e')).toBe('علی\u200cرضا');
  expect(name.safeParse('a\u0000b').success).toBe(false);
  expect(name.safeParse('a\u2060b').success).toBe(false);
});

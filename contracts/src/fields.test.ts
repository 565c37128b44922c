import { describe, expect, it } from 'vitest';
import { askedDateTime, askedDay } from './fields.ts';

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
});

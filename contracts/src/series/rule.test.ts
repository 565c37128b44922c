import { describe, expect, it } from 'vitest';
import { datesOf, repeatRule } from './rule.ts';

const rule = (given: Record<string, unknown>) => {
  const parsed = repeatRule.safeParse({ first: '2026-12-07T10:00', unit: 'week', every: 1, ...given });
  return parsed.success
    ? datesOf(parsed.data)
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the dates of a rule', () => {
  it('are every n weeks at the same time of day', () => {
    expect(rule({ every: 2, count: 3 })).toEqual([
      '2026-12-07T10:00',
      '2026-12-21T10:00',
      '2027-01-04T10:00',
    ]);
  });

  it('are on several weekdays, from the first date on', () => {
    const dates = rule({ first: '2026-12-09T10:00', weekdays: [1, 3, 5], every: 2, count: 4 });
    expect(dates.map((date) => date.slice(0, 10))).toEqual([
      '2026-12-09',
      '2026-12-11',
      '2026-12-21',
      '2026-12-23',
    ]);
  });

  it('are on the same weekday of each month, a fifth one on the last of its month', () => {
    const dates = rule({ first: '2026-12-29T10:00', unit: 'month', count: 4 });
    expect(dates.map((date) => date.slice(0, 10))).toEqual([
      '2026-12-29',
      '2027-01-26',
      '2027-02-23',
      '2027-03-30',
    ]);
    const second = rule({ first: '2026-12-08T10:00', unit: 'month', every: 3, count: 3 });
    expect(second.map((date) => date.slice(0, 10))).toEqual(['2026-12-08', '2027-03-09', '2027-06-08']);
  });

  it('end with the last possible day', () => {
    expect(rule({ until: '2026-12-21' })).toHaveLength(3);
    expect(rule({ until: '2026-12-07' })).toHaveLength(1);
  });
});

describe('a rule is refused', () => {
  it.each([
    [{}, 'count: give either count or until'],
    [{ count: 2, until: '2027-01-01' }, 'count: give either count or until'],
    [{ until: '2027-12-31' }, 'until: must leave at most 52 dates'],
    [{ until: '2026-12-06' }, 'until: must not be before the first date'],
    [{ count: 2, every: 53 }, 'every: must be at most 52 weeks or 12 months'],
    [{ until: '2027-01-01', every: Number.MAX_SAFE_INTEGER }, 'every: must be at most 52 weeks or 12 months'],
    [{ until: '2027-01-01', first: '2026-13-45T09:00' }, 'first: is not an existing date'],
    [{ count: 2, unit: 'month', every: 13 }, 'every: must be at most 52 weeks or 12 months'],
    [{ count: 2, unit: 'month', weekdays: [1] }, 'weekdays: only a rule in weeks has weekdays'],
  ])('%j', (given, message) => {
    expect(rule(given)).toContain(message);
  });
});

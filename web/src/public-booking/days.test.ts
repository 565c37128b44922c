import { describe, expect, it } from 'vitest';
import { addMonths, dayAfterKey, monthWeeks, sameDayIn, todayIn } from './days.ts';

describe('days', () => {
  it('lists a month as 42 cells from a Monday, with other days left out', () => {
    const cells = monthWeeks('2026-11').flat();
    expect(cells).toHaveLength(42);
    expect(cells.indexOf('2026-11-01')).toBe(6);
    expect(cells.filter(Boolean)).toHaveLength(30);
    expect(monthWeeks('2027-02').flat().indexOf('2027-02-01')).toBe(0);
  });

  it('reads today from the clinic’s clock', () => {
    const lateEvening = new Date('2026-11-20T23:30:00Z');
    expect(todayIn('Europe/Rome', lateEvening)).toBe('2026-11-21');
    expect(todayIn('Atlantic/Canary', lateEvening)).toBe('2026-11-20');
  });

  it('steps over years and keeps the last day of shorter months', () => {
    expect(addMonths('2026-12', 1)).toBe('2027-01');
    expect(sameDayIn('2026-10-31', 1)).toBe('2026-11-30');
    expect(sameDayIn('2027-03-31', -1)).toBe('2027-02-28');
  });

  it.each([
    ['ArrowRight', '2026-11-30', '2026-12-01'],
    ['ArrowUp', '2026-11-25', '2026-11-20'],
    ['Home', '2026-11-25', '2026-11-23'],
    ['End', '2026-11-25', '2026-11-29'],
    ['PageDown', '2026-11-25', '2026-12-20'],
  ])('%s moves from %s to %s', (key, from, to) => {
    expect(dayAfterKey(key, from, ['2026-11-20', '2026-12-20'])).toBe(to);
  });

  it('ignores other keys', () => {
    expect(dayAfterKey('a', '2026-11-25', ['2026-11-20', '2026-12-20'])).toBeNull();
  });
});

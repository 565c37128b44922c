import { describe, expect, it } from 'vitest';
import { moveTo, sameWeekday } from './use-moving.ts';

describe('a moved booking', () => {
  it('keeps its duration, also over midnight', () => {
    expect(moveTo({ id: 'b1', duration: 45 }, '2026-12-01T09:30')).toEqual({
      id: 'b1',
      date: '2026-12-01T09:30',
      end: '2026-12-01T10:15',
    });
    expect(moveTo({ id: 'b1', duration: 60 }, '2026-12-31T23:30').end).toBe('2027-01-01T00:30');
  });

  it('is pasted on its weekday, or on the only visible day', () => {
    const tuesday = '2026-11-24T10:00:00+01:00';
    expect(sameWeekday({ from: '2026-11-30', to: '2026-12-07' }, tuesday)).toBe('2026-12-01');
    expect(sameWeekday({ from: '2026-12-03', to: '2026-12-04' }, tuesday)).toBe('2026-12-03');
  });
});

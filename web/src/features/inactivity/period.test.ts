import { describe, expect, it } from 'vitest';
import { listedDate, listedTime } from '../../lib/time/wall-clock.ts';
import { emptyPeriod, isInverted, stretchOf } from './period.ts';

const day = { ...emptyPeriod, title: 'Works', startDay: '2026-12-24', endDay: '2026-12-24' };

describe('a closing or vacation', () => {
  it('covers whole days by default', () =>
    expect(stretchOf(day)).toEqual({
      title: 'Works',
      starting_date: '2026-12-24T00:00',
      ending_date: '2026-12-24T23:59',
    }));

  it('must end after it starts', () => {
    expect(isInverted(day)).toBe(false);
    expect(isInverted({ ...day, endDay: '2026-12-23' })).toBe(true);
    expect(isInverted({ ...day, startTime: '09:00', endTime: '09:00' })).toBe(true);
    expect(isInverted({ ...day, endDay: null })).toBe(false);
  });

  it('is formatted as DD-MM-YY and HH-mm', () => {
    expect(listedDate('2026-12-24T09:30:00+01:00')).toBe('24-12-26');
    expect(listedTime('2026-12-24T09:30:00+01:00')).toBe('09-30');
  });
});

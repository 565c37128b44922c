import { describe, expect, it } from 'vitest';
import { daysInSight, readAddress, turned, writeAddress, type CalendarView } from './calendar-address.ts';

const nothing = { view: null, date: null, clinicId: null, proIds: [], bookingId: null };

describe('the calendar’s address', () => {
  it('omits the defaults', () => {
    expect(writeAddress(nothing)).toBe('');
    expect(readAddress('')).toEqual(nothing);
  });

  it('restores the view', () => {
    const seen = {
      view: 'day' as const,
      date: '2026-11-24',
      clinicId: 'rome',
      proIds: ['anna', 'bruno'],
      bookingId: 'b1',
    };
    expect(writeAddress(seen)).toBe('?view=day&date=2026-11-24&clinic=rome&pro=anna,bruno&booking=b1');
    expect(readAddress(writeAddress(seen))).toEqual(seen);
  });

  it('ignores invalid values', () =>
    expect(readAddress('?view=year&date=2026-13-45&pro=,')).toEqual(nothing));
});

it.each<[CalendarView, string, string, string, string]>([
  ['day', '2026-11-22', '2026-11-23', '2026-11-23', '2026-11-21'],
  ['agenda', '2026-11-22', '2026-11-29', '2026-11-29', '2026-11-15'],
  ['week', '2026-11-16', '2026-11-23', '2026-11-23', '2026-11-09'],
  ['month', '2026-10-26', '2026-12-07', '2026-12-01', '2026-10-01'],
])('a %s of 22 November reaches from %s to %s, and is followed by %s', (view, from, to, after, before) => {
  expect(daysInSight(view, '2026-11-22')).toEqual({ from, to });
  expect(turned(view, '2026-11-22', 1)).toBe(after);
  expect(turned(view, '2026-11-22', -1)).toBe(before);
});

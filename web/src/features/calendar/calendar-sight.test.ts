import { describe, expect, it } from 'vitest';
import { sightOf, type Sight } from './calendar-sight.ts';

const nothing: Sight = { view: null, day: null };
const today = '2026-11-20';
const week = (start: string, end: string) => ({
  type: 'timeGridWeek',
  currentStart: new Date(`${start}T00:00:00Z`),
  currentEnd: new Date(`${end}T00:00:00Z`),
});
const see = (view: ReturnType<typeof week>, before = nothing) =>
  sightOf(view, { first: 'timeGridWeek', before, today });

describe('what is in sight of the calendar', () => {
  it('is what it begins with, until something else is chosen', () =>
    expect(see(week('2026-11-16', '2026-11-23'))).toEqual(nothing));

  it('is the chosen view, and stays so where the first one is chosen again', () => {
    const month = see({ ...week('2026-11-01', '2026-12-01'), type: 'dayGridMonth' });
    expect(month).toEqual({ view: 'dayGridMonth', day: null });
    expect(see(week('2026-11-16', '2026-11-23'), month).view).toBe('timeGridWeek');
  });

  it.each([
    ['2026-11-23', '2026-11-30'],
    ['2026-11-09', '2026-11-16'],
  ])('is its first day where today is out of it: %s', (start, end) =>
    expect(see(week(start, end)).day).toBe(start),
  );
});

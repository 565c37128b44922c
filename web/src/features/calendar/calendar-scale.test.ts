import type { BookingView } from '@visita/contracts/booking/views';
import { describe, expect, it } from 'vitest';
import { halfHourHeight } from './calendar-scale.ts';

const visible = { from: '2026-11-23', to: '2026-11-30' };
const visit = (day: string, minutes: number) =>
  ({
    date: `${day}T09:00:00+01:00`,
    ending_date: new Date(Date.parse(`${day}T09:00:00+01:00`) + minutes * 60_000).toISOString(),
  }) as BookingView;
const monday = (minutes: number) => visit('2026-11-23', minutes);

describe('the height of half an hour', () => {
  it.each([
    [60, 37],
    [30, 37],
    [20, 40.5],
    [15, 54],
    [10, 81],
    [5, 84],
  ])('leaves a line to a visit of %i minutes', (minutes, height) =>
    expect(halfHourHeight([monday(60), monday(minutes)], visible)).toBe(height),
  );

  it('is the least without visits in sight', () => {
    expect(halfHourHeight([], visible)).toBe(37);
    expect(halfHourHeight([monday(15)], null)).toBe(37);
    expect(halfHourHeight([visit('2026-11-22', 15), visit('2026-11-30', 15)], visible)).toBe(37);
  });
});

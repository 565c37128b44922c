import { describe, expect, it } from 'vitest';
import { expandWorkingDays, isInverted, mergeIntervals, weekOf } from './windows.ts';

const hour = 3600;
const window = (workingDay: number, startingHour: string, endingHour: string) => ({
  workingDay,
  startingHour,
  endingHour,
});

const expanded = (workingDay: number) =>
  expandWorkingDays([{ workingDay, hubId: 'h' }]).map((entry) => [entry.workingDay, entry.hubId]);

describe('working days', () => {
  it('expand 8 to Monday to Friday and 9 to every day, and keep the other fields of an entry', () => {
    for (const day of [1, 2, 3, 4, 5, 6, 7]) expect(expanded(day)).toEqual([[day, 'h']]);
    expect(expanded(8).map(([day]) => day)).toEqual([1, 2, 3, 4, 5]);
    expect(expanded(9).map(([day]) => day)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('of an unknown number mean nothing', () => {
    expect(expandWorkingDays([{ workingDay: 0 }, { workingDay: 10 }])).toEqual([]);
  });
});

describe('windows of one day', () => {
  it('are merged if they overlap or touch', () => {
    const week = weekOf([
      window(1, '14:00', '18:00'),
      window(1, '09:00', '11:00'),
      window(1, '11:00', '12:00'),
      window(1, '10:00', '10:30'),
    ]);
    expect(week.get(1)).toEqual([
      { start: 9 * hour, end: 12 * hour },
      { start: 14 * hour, end: 18 * hour },
    ]);
  });

  it('are merged with those that a shorthand adds', () => {
    const week = weekOf([window(8, '09:00', '12:00'), window(5, '12:00', '13:00')]);
    expect(week.get(4)).toEqual([{ start: 9 * hour, end: 12 * hour }]);
    expect(week.get(5)).toEqual([{ start: 9 * hour, end: 13 * hour }]);
    expect(week.get(6)).toBeUndefined();
  });

  it('that end at 23:59 or later end at midnight', () => {
    for (const end of ['23:59', '23:59:59', '24:00', '24:00:00']) {
      expect(weekOf([window(2, '22:00', end)]).get(2)).toEqual([{ start: 22 * hour, end: 24 * hour }]);
    }
  });

  it('that are inverted yield nothing', () => {
    expect(weekOf([window(1, '18:00', '09:00'), window(1, '09:00', '09:00')]).get(1)).toEqual([]);
  });
});

it('tells inverted windows from valid ones', () => {
  expect(isInverted({ startingHour: '18:00', endingHour: '09:00' })).toBe(true);
  expect(isInverted({ startingHour: '09:00', endingHour: '09:00:00' })).toBe(true);
  expect(isInverted({ startingHour: '22:00', endingHour: '00:00' })).toBe(true);
  expect(isInverted({ startingHour: '23:59', endingHour: '23:59' })).toBe(false);
  expect(isInverted({ startingHour: '09:00', endingHour: '18:00' })).toBe(false);
});

it('merging does not change its input', () => {
  const input = [
    { start: 5, end: 9 },
    { start: 1, end: 5 },
  ];
  expect(mergeIntervals(input)).toEqual([{ start: 1, end: 9 }]);
  expect(input).toEqual([
    { start: 5, end: 9 },
    { start: 1, end: 5 },
  ]);
});

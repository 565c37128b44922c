import { addDays, createZone } from '@visita/contracts/availability/zones';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { workedMinutes, type WorkingTime, zonedDays } from './working-time.ts';

const zone = createZone('Europe/Rome');
const at = (wall: string) => zone.toMs(wall);
const window = (workingDay: number, startingHour: string, endingHour: string) => ({
  workingDay,
  startingHour,
  endingHour,
  since: at('2026-01-01T00:00'),
  until: null as number | null,
});
const open = [{ at: at('2026-01-01T00:00'), open: true }];
const worked = (dates: readonly string[], time: Partial<WorkingTime>) => {
  const whole = { windows: [], hubChanges: open, clinicChanges: open, absences: [], ...time };
  return filled(workedMinutes(zonedDays(zone, dates), whole));
};
/** Hours with minutes, as `weekday hour`. */
const filled = (hours: readonly number[]): Record<string, number> =>
  Object.fromEntries(
    hours.flatMap((minutes, cell) =>
      minutes > 0 ? [[`${Math.floor(cell / 24) + 1} ${cell % 24}`, minutes]] : [],
    ),
  );

const monday = '2026-11-23';

describe('worked minutes', () => {
  test('fall in the hours of the local clock, overlaps counted once', () => {
    const windows = [window(1, '09:30', '11:00'), window(1, '10:15', '11:15'), window(2, '09:00', '10:00')];
    expect(worked([monday], { windows })).toEqual({ '1 9': 30, '1 10': 60, '1 11': 15 });
  });

  test('add up over weeks', () => {
    expect(worked([monday, '2026-11-30'], { windows: [window(1, '09:00', '10:00')] })).toEqual({
      '1 9': 120,
    });
  });

  test('exclude closings and vacations', () => {
    const windows = [window(1, '09:00', '12:00')];
    const absences = [
      { start: at('2026-11-23T11:30'), end: at('2026-11-24T00:00') },
      { start: at('2026-11-23T09:15'), end: at('2026-11-23T09:45') },
    ];
    expect(worked([monday], { windows, absences })).toEqual({ '1 9': 30, '1 10': 60, '1 11': 30 });
  });

  test("use a date's own hours if it has some", () => {
    const windows = [window(1, '09:00', '12:00')];
    const dayHours = [{ date: monday, windows: [{ startingHour: '10:00', endingHour: '10:30' }] }];
    expect(worked([monday, '2026-11-30'], { windows, dayHours })).toEqual({
      '1 9': 60,
      '1 10': 90,
      '1 11': 60,
    });
  });

  test('use the hours valid at the time', () => {
    const change = at('2026-11-30T00:00');
    const windows = [
      { ...window(1, '09:00', '10:00'), until: change },
      { ...window(1, '15:00', '16:00'), since: change },
    ];
    expect(worked([monday], { windows })).toEqual({ '1 9': 60 });
    expect(worked(['2026-11-30'], { windows })).toEqual({ '1 15': 60 });
  });

  test('stop and start with pauses of the hub or the clinic', () => {
    const windows = [window(1, '09:00', '12:00')];
    const hubChanges = [
      { at: at('2026-11-23T09:30'), open: true },
      { at: at('2026-11-23T10:00'), open: false },
      { at: at('2026-11-23T11:00'), open: true },
    ];
    expect(worked([monday], { windows, hubChanges })).toEqual({ '1 9': 30, '1 11': 60 });
    const clinicChanges = [...open, { at: at('2026-11-23T09:45'), open: false }];
    expect(worked([monday], { windows, hubChanges, clinicChanges })).toEqual({ '1 9': 15 });
    expect(worked([monday], { windows, hubChanges: [] })).toEqual({});
  });

  test('handle days of a clock change', () => {
    const windows = [window(7, '00:00', '24:00')];
    const total = (date: string) =>
      Object.values(worked([date], { windows })).reduce((sum, minutes) => sum + minutes, 0);
    expect(total('2026-03-29')).toBe(23 * 60);
    expect(worked(['2026-03-29'], { windows })['7 2']).toBeUndefined();
    expect(total('2026-10-25')).toBe(25 * 60);
    expect(worked(['2026-10-25'], { windows })['7 2']).toBe(120);
  });

  test('of many days equal the sum of each day', () => {
    const day = fc.nat({ max: 60 }).map((number) => addDays('2026-03-01', number));
    const moment = fc
      .tuple(day, fc.constantFrom('00:00', '09:30', '13:00'))
      .map(([on, time]) => at(`${on}T${time}`));
    const stretch = fc.tuple(moment, moment).map(([one, other]) => ({
      start: Math.min(one, other),
      end: Math.max(one, other),
    }));
    const held = fc
      .tuple(
        stretch,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(['00:00', '24:00'], ['08:15', '12:45']),
        fc.boolean(),
      )
      .map(([{ start, end }, workingDay, [from = '', to = ''], fortnightly]) => ({
        ...window(workingDay, from, to),
        since: start,
        until: end,
        ...(fortnightly && { everyWeeks: 2, anchorMonday: '2026-03-02' }),
      }));
    const change = fc.record({ at: moment, open: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(held, { maxLength: 6 }),
        fc.array(stretch, { maxLength: 3 }),
        fc.array(change, { maxLength: 3 }),
        fc.option(day),
        (windows, absences, changes, own) => {
          const time = {
            windows,
            absences,
            hubChanges: [...open, ...changes.toSorted((one, other) => one.at - other.at)],
            clinicChanges: open,
            dayHours:
              own === null ? [] : [{ date: own, windows: [{ startingHour: '10:00', endingHour: '10:30' }] }],
          };
          const dates = Array.from({ length: 62 }, (_, number) => addDays('2026-03-01', number));
          const each = dates.map((date) => workedMinutes(zonedDays(zone, [date]), time));
          const sums = Array.from({ length: 168 }, (_, cell) =>
            each.reduce((sum, hours) => sum + hours[cell]!, 0),
          );
          expect(workedMinutes(zonedDays(zone, dates), time)).toEqual(sums);
        },
      ),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { SlotQuestion } from './question.ts';
import { isOffered, offeredSlots } from './slots.ts';
import { createZone } from './zones.ts';

const rome = createZone('Europe/Rome');
const monday = '2026-11-23';

const question = (change: Partial<SlotQuestion> = {}): SlotQuestion => ({
  zone: rome,
  now: '2026-11-20T10:00:00.000Z',
  horizonDays: 30,
  durationMinutes: 60,
  windows: [{ workingDay: 1, startingHour: '09:00', endingHour: '12:00' }],
  busy: [],
  ...change,
});
const on = (date: string, change: Partial<SlotQuestion> = {}) =>
  offeredSlots({ ...question(change), dates: [date] })[date];
const everyDay = (startingHour: string, endingHour: string) => [{ workingDay: 9, startingHour, endingHour }];
const busy = (from: string, to: string, zone = rome) => [{ start: zone.toMs(from), end: zone.toMs(to) }];

describe('the grid', () => {
  it('starts at the window and steps by the duration', () => {
    expect(on(monday)).toEqual(['09:00', '10:00', '11:00']);
    expect(on(monday, { durationMinutes: 50 })).toEqual(['09:00', '09:50', '10:40']);
    expect(on('2026-11-24')).toEqual([]);
    expect(on(monday, { windows: everyDay('09:10', '10:10') })).toEqual(['09:10']);
  });

  it('has no label for a start off the full minute', () => {
    expect(on(monday, { windows: everyDay('09:00:30', '11:00:30') })).toEqual([]);
  });

  it('starts anew in each window, and continues through windows that touch', () => {
    const windows = [
      { workingDay: 1, startingHour: '09:15', endingHour: '10:00' },
      { workingDay: 1, startingHour: '10:00', endingHour: '11:15' },
      { workingDay: 1, startingHour: '15:30', endingHour: '16:40' },
    ];
    expect(on(monday, { windows })).toEqual(['09:15', '10:15', '15:30']);
  });

  it('offers nothing in an inverted window or for no duration', () => {
    expect(on(monday, { windows: everyDay('12:00', '09:00') })).toEqual([]);
    expect(on(monday, { durationMinutes: 0 })).toEqual([]);
  });

  it.each(['23:59', '24:00', '23:59:00', '24:00:00'])(
    'reaches midnight when the window ends at %s',
    (end) => {
      expect(on(monday, { windows: everyDay('22:00', end) })).toEqual(['22:00', '23:00']);
    },
  );

  it('does not continue past midnight', () => {
    const windows = [
      { workingDay: 1, startingHour: '23:30', endingHour: '24:00' },
      { workingDay: 2, startingHour: '00:00', endingHour: '00:30' },
    ];
    expect(on(monday, { windows })).toEqual([]);
    expect(on('2026-11-24', { windows })).toEqual([]);
  });
});

describe('a busy interval', () => {
  it('blocks each start that it overlaps, and none that it touches', () => {
    expect(on(monday, { busy: busy(`${monday}T10:00`, `${monday}T11:00`) })).toEqual(['09:00', '11:00']);
    expect(on(monday, { busy: busy(`${monday}T10:59`, `${monday}T11:01`) })).toEqual(['09:00']);
  });

  it('blocks whole days', () => {
    const closing = [{ start: rome.toMs(`${monday}T00:00`), end: rome.endMs(`${monday}T23:59`) }];
    expect(on(monday, { busy: closing })).toEqual([]);
    expect(on('2026-11-24', { busy: closing, windows: everyDay('00:00', '02:00') })).toEqual([
      '00:00',
      '01:00',
    ]);
  });

  it('may be unsorted, overlapping or empty', () => {
    const unordered = [
      ...busy(`${monday}T11:30`, `${monday}T11:45`),
      ...busy(`${monday}T08:00`, `${monday}T09:30`),
      ...busy(`${monday}T08:00`, `${monday}T08:10`),
      ...busy(`${monday}T10:30`, `${monday}T10:30`),
    ];
    expect(on(monday, { busy: unordered })).toEqual(['10:00']);
  });
});

describe('now and the horizon', () => {
  it('offers starts after now, not at now', () => {
    expect(on(monday, { now: rome.toMs(`${monday}T09:59`) })).toEqual(['10:00', '11:00']);
    expect(on(monday, { now: rome.toMs(`${monday}T10:00`) })).toEqual(['11:00']);
  });

  it('covers today to the last day of the horizon, both inclusive, in clinic time', () => {
    const windows = everyDay('09:00', '10:00');
    // 23:30 UTC on the 20th is the 21st in Rome.
    const now = '2026-11-20T23:30:00.000Z';
    const dates = ['2026-11-20', '2026-11-21', '2026-11-23', '2026-11-24'];
    expect(offeredSlots({ ...question({ windows, now, horizonDays: 2 }), dates })).toEqual({
      '2026-11-20': [],
      '2026-11-21': ['09:00'],
      '2026-11-23': ['09:00'],
      '2026-11-24': [],
    });
  });

  it('answers in the order of the dates asked', () => {
    const dates = ['2026-12-07', monday, '2026-11-30'];
    expect(Object.keys(offeredSlots({ ...question(), dates }))).toEqual(dates);
  });
});

describe('when clocks change', () => {
  const spring = { now: '2026-03-20T10:00:00.000Z', durationMinutes: 30 };
  const autumn = { now: '2026-10-10T10:00:00.000Z', durationMinutes: 30 };

  it('steps over a skipped hour in real minutes', () => {
    const night = { ...spring, windows: everyDay('01:00', '04:00') };
    expect(on('2026-03-29', night)).toEqual(['01:00', '01:30', '03:00', '03:30']);
    expect(on('2026-03-29', { ...night, zone: createZone('Atlantic/Canary') })).toEqual([
      '02:00',
      '02:30',
      '03:00',
      '03:30',
    ]);
    expect(on('2026-03-29', { ...night, durationMinutes: 45 })).toEqual(['01:00', '01:45']);
  });

  it('moves a window inside the skipped hour forward by the gap', () => {
    expect(on('2026-03-29', { ...spring, windows: everyDay('02:15', '02:45') })).toEqual(['03:15']);
  });

  it('offers no start twice if a moved window overlaps another', () => {
    const windows = [...everyDay('01:00', '02:30'), ...everyDay('03:00', '04:00')];
    expect(on('2026-03-29', { ...spring, windows })).toEqual(['01:00', '01:30', '03:00', '03:30']);
  });

  it('offers only the first pass of a repeated hour, which its label means', () => {
    const night = { ...autumn, windows: everyDay('01:00', '04:00') };
    expect(on('2026-10-25', night)).toEqual(['01:00', '01:30', '02:00', '02:30', '03:00', '03:30']);
    expect(on('2026-10-25', { ...night, durationMinutes: 120 })).toEqual(['01:00']);
    expect(on('2026-10-25', { ...night, durationMinutes: 60 })).toEqual(['01:00', '02:00', '03:00']);
    expect(on('2026-10-25', { ...night, zone: createZone('Europe/Dublin'), durationMinutes: 60 })).toEqual([
      '01:00',
      '02:00',
      '03:00',
    ]);
  });

  it('blocks by real time, also in the second pass', () => {
    const start = Date.UTC(2026, 9, 25, 1);
    const change = { ...autumn, durationMinutes: 120, windows: everyDay('01:00', '05:00') };
    expect(on('2026-10-25', change)).toEqual(['01:00']);
    expect(on('2026-10-25', { ...change, durationMinutes: 180 })).toEqual(['01:00']);
    const second = [{ start, end: start + 3_600_000 }];
    expect(on('2026-10-25', { ...change, durationMinutes: 180, busy: second })).toEqual([]);
  });

  it('handles clock changes of half an hour', () => {
    const zone = createZone('Australia/Lord_Howe');
    const windows = everyDay('01:30', '03:30');
    expect(on('2026-10-04', { ...autumn, now: '2026-10-01T00:00:00.000Z', zone, windows })).toEqual([
      '01:30',
      '02:30',
      '03:00',
    ]);
    expect(on('2026-04-05', { ...spring, now: '2026-04-01T00:00:00.000Z', zone, windows })).toEqual([
      '01:30',
      '02:00',
      '02:30',
      '03:00',
    ]);
  });

  it('reaches the midnight that ends a day with a clock change', () => {
    const evening = everyDay('22:30', '24:00');
    expect(on('2026-03-29', { ...spring, windows: evening })).toEqual(['22:30', '23:00', '23:30']);
    expect(on('2026-10-25', { ...autumn, windows: evening })).toEqual(['22:30', '23:00', '23:30']);
  });

  it('begins a day whose midnight is skipped at its first instant', () => {
    const zone = createZone('Atlantic/Azores');
    expect(on('2026-03-29', { ...spring, zone, windows: everyDay('00:00', '02:00') })).toEqual([
      '01:00',
      '01:30',
    ]);
  });
});

describe('an instant', () => {
  it('is offered on the grid only', () => {
    expect(isOffered(question(), rome.toInstant(`${monday}T10:00`))).toBe(true);
    expect(isOffered(question(), rome.toInstant(`${monday}T10:30`))).toBe(false);
    expect(isOffered(question(), rome.toMs(`${monday}T12:00`))).toBe(false);
    expect(
      isOffered(question({ busy: busy(`${monday}T10:30`, `${monday}T10:31`) }), rome.toMs(`${monday}T10:00`)),
    ).toBe(false);
  });

  it('is not offered in the second pass of a repeated hour', () => {
    const change = question({ now: '2026-10-10T10:00:00.000Z', windows: everyDay('01:00', '04:00') });
    expect(isOffered(change, '2026-10-25T00:00:00.000Z')).toBe(true);
    expect(isOffered(change, '2026-10-25T01:00:00.000Z')).toBe(false);
  });
});

it('a date that a zone skipped has no slots', () => {
  // Samoa skipped Friday 30 December 2011.
  const apia = {
    zone: createZone('Pacific/Apia'),
    now: '2011-12-20T00:00:00.000Z',
    windows: everyDay('09:00', '10:00'),
  };
  expect(on('2011-12-29', apia)).toEqual(['09:00']);
  expect(on('2011-12-30', apia)).toEqual([]);
  expect(on('2011-12-31', apia)).toEqual(['09:00']);
});

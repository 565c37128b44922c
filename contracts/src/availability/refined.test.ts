import { describe, expect, it } from 'vitest';
import { explainSlots } from './explain.ts';
import type { SlotQuestion } from './question.ts';
import { offeredSlots } from './slots.ts';
import { createZone } from './zones.ts';

const rome = createZone('Europe/Rome');
const monday = '2026-11-23';

const question = (change: Partial<SlotQuestion>): SlotQuestion => ({
  zone: rome,
  now: '2026-11-20T10:00:00.000Z',
  horizonDays: 60,
  durationMinutes: 30,
  windows: [{ workingDay: 1, startingHour: '09:00', endingHour: '11:00' }],
  busy: [],
  ...change,
});
const on = (change: Partial<SlotQuestion>, date = monday) =>
  offeredSlots({ ...question(change), dates: [date] })[date];
const at = (from: string, to: string, admitsBuffers = false) => ({
  start: rome.toMs(`${monday}T${from}`),
  end: rome.toMs(`${monday}T${to}`),
  admitsBuffers,
});

describe('buffers', () => {
  it('keep the time before and after a visit free of bookings, each by its own length', () => {
    const busy = [at('09:50', '10:05')];
    expect(on({ stepMinutes: 5, busy, bufferBefore: 10 })).toEqual([
      '09:00',
      '09:05',
      '09:10',
      '09:15',
      '09:20',
      '10:15',
      '10:20',
      '10:25',
      '10:30',
    ]);
    expect(on({ stepMinutes: 5, busy, bufferAfter: 15 })).toEqual([
      '09:00',
      '09:05',
      '10:05',
      '10:10',
      '10:15',
      '10:20',
      '10:25',
      '10:30',
    ]);
  });

  it('stay free of bookings that ended within them before working hours began', () => {
    expect(on({ busy: [at('08:30', '09:05')], bufferBefore: 10 })).toEqual(['09:30', '10:00', '10:30']);
    expect(on({ busy: [at('08:30', '08:55')], bufferBefore: 10 })).toEqual(['09:30', '10:00', '10:30']);
  });

  it('may extend beyond a window, and into closings and vacations', () => {
    expect(on({ bufferBefore: 60, bufferAfter: 60 })).toEqual(['09:00', '09:30', '10:00', '10:30']);
    const busy = [at('10:00', '10:30', true)];
    expect(on({ bufferBefore: 60, bufferAfter: 60, busy })).toEqual(['09:00', '09:30', '10:30']);
  });
});

it('a step lies between starts, from the start of each window', () => {
  const windows = [{ workingDay: 1, startingHour: '09:10', endingHour: '10:20' }];
  expect(on({ windows, stepMinutes: 20 })).toEqual(['09:10', '09:30', '09:50']);
});

it('the minimum notice is exact to the instant', () => {
  const now = rome.toMs(`${monday}T07:30`);
  expect(on({ now, noticeHours: 2 })).toEqual(['09:30', '10:00', '10:30']);
  expect(on({ now: now + 1, noticeHours: 2 })).toEqual(['10:00', '10:30']);
});

describe('hours', () => {
  it('set for a date replace its weekly hours; without windows it is closed', () => {
    const dayHours = [
      { date: monday, windows: [{ startingHour: '15:00', endingHour: '16:00' }] },
      { date: '2026-11-30', windows: [] },
    ];
    expect(on({ dayHours })).toEqual(['15:00', '15:30']);
    expect(on({ dayHours }, '2026-11-30')).toEqual([]);
    expect(on({ dayHours }, '2026-12-07')).toHaveLength(4);
  });

  it('of alternating weeks count from the week of their anchor, also backwards', () => {
    const windows = [
      {
        workingDay: 1,
        startingHour: '09:00',
        endingHour: '09:30',
        everyWeeks: 2,
        anchorMonday: '2026-12-13',
      },
      { workingDay: 1, startingHour: '09:30', endingHour: '10:00' },
    ];
    expect(on({ windows })).toEqual(['09:00', '09:30']);
    expect(on({ windows }, '2026-11-30')).toEqual(['09:30']);
    expect(on({ windows }, '2026-12-21')).toEqual(['09:00', '09:30']);
  });

  it('apply from their first to their last date', () => {
    const windows = [
      {
        workingDay: 1,
        startingHour: '09:00',
        endingHour: '09:30',
        validFrom: '2026-11-30',
        validUntil: '2026-12-07',
      },
    ];
    expect([monday, '2026-11-30', '2026-12-07', '2026-12-14'].map((date) => on({ windows }, date))).toEqual([
      [],
      ['09:00'],
      ['09:00'],
      [],
    ]);
  });
});

describe('without gaps', () => {
  const gapless = { shortestMinutes: 20 };

  it('starts next to a neighbour are offered', () => {
    const busy = [at('09:20', '09:40')];
    expect(on({ busy, durationMinutes: 20, gapless })).toEqual(['09:00', '09:40', '10:00', '10:20', '10:40']);
    expect(on({ busy, durationMinutes: 20, gapless, bufferBefore: 10 })).toEqual([
      '09:00',
      '09:50',
      '10:20',
      '10:40',
    ]);
  });

  it('no start leaves a gap too short for any service', () => {
    const busy = [at('09:40', '11:00')];
    expect(on({ busy, stepMinutes: 10, gapless })).toEqual([]);
    const wide = { shortestMinutes: 10 };
    expect(on({ busy, stepMinutes: 10, gapless: wide })).toEqual(['09:00', '09:10']);
  });

  it('a buffer that extends beyond the free time leaves no gap', () => {
    const busy = [at('10:00', '11:00', true)];
    expect(on({ busy, stepMinutes: 10, gapless, bufferAfter: 20 })).toEqual(['09:20', '09:30']);
  });
});

it('each refusal is explained', () => {
  const busy = [at('09:40', '09:50')];
  const dates = [monday];
  const reasons = (change: Partial<SlotQuestion>) =>
    explainSlots({ ...question({ busy, ...change }), dates })[monday]!.map(({ time, refusals }) => [
      time,
      ...refusals.map(({ reason }) => reason),
    ]);
  expect(reasons({ bufferBefore: 15, noticeHours: 71 })).toEqual([
    ['09:00', 'notice'],
    ['09:30', 'notice', 'busy'],
    ['10:00', 'buffer'],
    ['10:30'],
  ]);
  expect(reasons({ gapless: { shortestMinutes: 20 } })).toEqual([
    ['09:00', 'gap'],
    ['09:30', 'busy'],
    ['09:50'],
    ['10:00', 'gap'],
    ['10:30'],
  ]);
});

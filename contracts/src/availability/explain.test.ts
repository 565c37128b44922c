import { describe, expect, it } from 'vitest';
import { blockersOf } from './blockers.ts';
import { explainSlots } from './explain.ts';
import type { SlotQuestion } from './question.ts';
import { createZone } from './zones.ts';

const zone = createZone('Europe/Rome');
const monday = '2026-11-23';
const closing = { id: 'k', start: '2026-11-23T09:30:00.000Z', end: '2026-11-23T23:00:00.000Z' };
const booking = {
  id: 'b',
  proId: 'anna',
  status: 'confirmed',
  start: '2026-11-23T09:00:00.000Z',
  end: '2026-11-23T10:00:00.000Z',
} as const;

const explained = (change: Partial<SlotQuestion>, dates: readonly string[], busy = false) => {
  const now = '2026-11-20T10:00:00.000Z';
  const facts = { now, proId: 'anna', hubId: 'h', bookings: [booking], closings: [closing], vacations: [] };
  const answer = explainSlots({
    zone,
    now,
    horizonDays: 5,
    durationMinutes: 60,
    windows: [{ workingDay: 1, startingHour: '09:00', endingHour: '11:30' }],
    ...change,
    busy: busy ? blockersOf(facts) : [],
    dates,
  });
  return Object.entries(answer).map(([date, candidates]) => [
    date,
    candidates.map(({ time, refusals }) => [
      time,
      ...refusals.map((refusal) => (refusal.reason === 'busy' ? refusal.busy.id : refusal.reason)),
    ]),
  ]);
};

describe('a candidate', () => {
  it('is explained by all its refusals', () => {
    expect(explained({}, [monday, '2026-11-24', '2026-11-30'], true)).toEqual([
      [monday, [['09:00'], ['10:00', 'b', 'k'], ['11:00', 'outside_hours', 'k']]],
      ['2026-11-24', []],
      [
        '2026-11-30',
        [
          ['09:00', 'beyond_horizon'],
          ['10:00', 'beyond_horizon'],
          ['11:00', 'beyond_horizon', 'outside_hours'],
        ],
      ],
    ]);
  });

  it('is past at now, but not after it', () => {
    expect(explained({ now: zone.toMs(`${monday}T10:00`) }, [monday])).toEqual([
      [
        monday,
        [
          ['09:00', 'past'],
          ['10:00', 'past'],
          ['11:00', 'outside_hours'],
        ],
      ],
    ]);
  });

  it('is within the horizon on the last day', () => {
    expect(explained({ horizonDays: 3 }, [monday])).toEqual([
      [monday, [['09:00'], ['10:00'], ['11:00', 'outside_hours']]],
    ]);
    expect(explained({ horizonDays: 2 }, [monday])).toEqual([
      [
        monday,
        [
          ['09:00', 'beyond_horizon'],
          ['10:00', 'beyond_horizon'],
          ['11:00', 'beyond_horizon', 'outside_hours'],
        ],
      ],
    ]);
  });

  it('is refused if a visit lies in its buffer', () => {
    expect(explained({ bufferAfter: 15 }, [monday], true)).toEqual([
      [
        monday,
        [
          ['09:00', 'buffer'],
          ['10:00', 'b', 'k'],
          ['11:00', 'outside_hours', 'k'],
        ],
      ],
    ]);
  });

  it('that leaves too short a gap reports its length, unless it is refused for other reasons', () => {
    const at10 = (busy: readonly { start: number; end: number }[]) =>
      explainSlots({
        zone,
        now: '2026-11-20T10:00:00.000Z',
        horizonDays: 5,
        durationMinutes: 60,
        windows: [{ workingDay: 1, startingHour: '09:00', endingHour: '11:30' }],
        gapless: { shortestMinutes: 60 },
        busy,
        dates: [monday],
      })[monday]?.find(({ time }) => time === '10:00')?.refusals;
    expect(at10([])).toEqual([{ reason: 'gap', minutes: 30 }]);
    const taken = { start: zone.toMs(`${monday}T10:30`), end: zone.toMs(`${monday}T11:00`) };
    expect(at10([taken])).toEqual([{ reason: 'busy', busy: taken }]);
  });

  it('may end when the working hours end, but not start then', () => {
    const windows = [{ workingDay: 1, startingHour: '09:00', endingHour: '11:00' }];
    expect(explained({ windows }, [monday])).toEqual([[monday, [['09:00'], ['10:00']]]]);
  });

  it('is ambiguous in the second pass of a repeated hour', () => {
    const windows = [{ workingDay: 7, startingHour: '02:00', endingHour: '04:00' }];
    expect(explained({ windows, now: '2026-10-24T10:00:00.000Z' }, ['2026-10-25'])).toEqual([
      ['2026-10-25', [['02:00'], ['02:00', 'ambiguous_time'], ['03:00']]],
    ]);
  });
});

it('without duration does not exist', () => {
  expect(explained({ durationMinutes: 0 }, [monday])).toEqual([[monday, []]]);
});

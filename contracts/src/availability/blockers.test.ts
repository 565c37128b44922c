import { describe, expect, it } from 'vitest';
import { blockersOf, conflictsOf, type BlockerFacts, type BookingFact } from './blockers.ts';
import { explainSlots } from './explain.ts';
import { createZone } from './zones.ts';

const now = '2026-11-20T10:00:00.000Z';
const time = { start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T10:00:00.000Z' };

const booking = (change: Partial<BookingFact> = {}): BookingFact => ({
  id: 'b',
  proId: 'anna',
  status: 'confirmed',
  ...time,
  ...change,
});
const blocking = (change: Partial<BlockerFacts>) =>
  blockersOf({ now, proId: 'anna', hubId: 'h', bookings: [], closings: [], vacations: [], ...change }).map(
    ({ kind, id }) => `${kind} ${id}`,
  );

const held = (holdUntil: string) =>
  blocking({ bookings: [booking({ status: 'pending_confirmation', holdUntil })] });

describe('bookings', () => {
  it('of the professional block, confirmed or held, in whatever clinic', () => {
    expect(blocking({ bookings: [booking()] })).toEqual(['booking b']);
    expect(blocking({ bookings: [booking({ status: 'pending_confirmation' })] })).toEqual(['booking b']);
  });

  it('held until a deadline block before it and not from it on', () => {
    expect(held('2026-11-20T10:00:00.001Z')).toEqual(['booking b']);
    expect(held(now)).toEqual([]);
  });

  it('that are orphans, deleted, of other professionals, or being moved do not block', () => {
    expect(blocking({ bookings: [booking({ status: 'orfan' }), booking({ status: 'deleted' })] })).toEqual(
      [],
    );
    expect(blocking({ bookings: [booking({ proId: 'bruno' })] })).toEqual([]);
    expect(blocking({ bookings: [booking(), booking({ id: 'c' })], excludeBookingId: 'b' })).toEqual([
      'booking c',
    ]);
  });
});

it('closings block, and vacations of that hub or of none named', () => {
  const vacations = [
    { id: 'mine', hubId: 'h', ...time },
    { id: 'other', hubId: 'i', ...time },
    { id: 'unnamed', ...time },
  ];
  expect(blocking({ closings: [{ id: 'k', ...time }], vacations })).toEqual([
    'closing k',
    'vacation mine',
    'vacation unnamed',
  ]);
});

it('conflicts are overlaps, not touches', () => {
  const busy = [
    { start: 0, end: 10 },
    { start: 10, end: 10 },
    { start: 20, end: 30 },
  ];
  expect(conflictsOf({ start: 10, end: 20 }, busy)).toEqual([]);
  expect(conflictsOf({ start: 5, end: 21 }, busy)).toEqual([busy[0], busy[2]]);
});

it('a candidate is explained by all that refuses it', () => {
  const zone = createZone('Europe/Rome');
  const busy = blockersOf({
    now,
    proId: 'anna',
    hubId: 'h',
    bookings: [booking()],
    closings: [{ id: 'k', start: '2026-11-23T09:30:00.000Z', end: '2026-11-23T23:00:00.000Z' }],
    vacations: [],
  });
  const windows = [{ workingDay: 1, startingHour: '09:00', endingHour: '11:30' }];
  const dates = ['2026-11-23', '2026-11-24', '2026-11-30'];
  const answer = explainSlots({ zone, now, horizonDays: 5, durationMinutes: 60, windows, busy, dates });
  const reasons = Object.entries(answer).map(([date, candidates]) => [
    date,
    candidates.map(({ time, refusals }) => [
      time,
      ...refusals.map((refusal) => (refusal.reason === 'busy' ? refusal.busy.id : refusal.reason)),
    ]),
  ]);
  expect(reasons).toEqual([
    ['2026-11-23', [['09:00'], ['10:00', 'b', 'k'], ['11:00', 'outside_hours', 'k']]],
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

import { describe, expect, it } from 'vitest';
import { blockersOf, conflictsOf, type BlockerFacts, type BookingFact } from './blockers.ts';

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

const held = (holdUntil: string) => blocking({ bookings: [booking({ status: 'pending', holdUntil })] });

describe('bookings', () => {
  it('of the professional block, confirmed or held, at any clinic', () => {
    expect(blocking({ bookings: [booking()] })).toEqual(['booking b']);
    const held = booking({ status: 'pending' });
    expect(blocking({ bookings: [held] })).toEqual(['booking b']);
    expect(blocking({ bookings: [{ ...held, holdUntil: null }] })).toEqual(['booking b']);
  });

  it('held until a deadline block before it, but not from it on', () => {
    expect(held('2026-11-20T10:00:00.001Z')).toEqual(['booking b']);
    expect(held(now)).toEqual([]);
  });

  it('that are orphaned, deleted, of other professionals, or being moved do not block', () => {
    expect(blocking({ bookings: [booking({ status: 'orfan' }), booking({ status: 'cancelled' })] })).toEqual(
      [],
    );
    expect(blocking({ bookings: [booking({ proId: 'bruno' })] })).toEqual([]);
    expect(blocking({ bookings: [booking(), booking({ id: 'c' })], excludeBookingId: 'b' })).toEqual([
      'booking c',
    ]);
  });
});

it('closings block, as do vacations of this hub or of no particular hub', () => {
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

it('bookings block with their buffers, which may lie in a closing or a vacation', () => {
  const whole = { start: Date.parse(time.start), end: Date.parse(time.end) };
  const found = blockersOf({
    now,
    proId: 'anna',
    hubId: 'h',
    bookings: [booking({ bufferBefore: 10, bufferAfter: 5 })],
    blocks: [{ id: 'z', ...time }],
    closings: [{ id: 'k', ...time }],
    vacations: [{ id: 'v', ...time }],
  });
  expect(found).toEqual([
    { kind: 'booking', id: 'b', start: whole.start - 10 * 60_000, end: whole.end + 5 * 60_000 },
    { kind: 'block', id: 'z', ...whole },
    { kind: 'closing', id: 'k', ...whole, admitsBuffers: true },
    { kind: 'vacation', id: 'v', ...whole, admitsBuffers: true },
  ]);
});

it('intervals that overlap conflict; those that touch do not', () => {
  const busy = [
    { start: 0, end: 10 },
    { start: 10, end: 10 },
    { start: 20, end: 30 },
  ];
  expect(conflictsOf({ start: 10, end: 20 }, busy)).toEqual([]);
  expect(conflictsOf({ start: 5, end: 21 }, busy)).toEqual([busy[0], busy[2]]);
});

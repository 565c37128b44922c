import type { SlotReasons } from '@visita/contracts/booking/slot-reasons';
import type { DayAvailability } from '@visita/contracts/booking/views';
import { staleHeader } from '@visita/contracts/api/headers';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterEach, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';
import { countStatements, sumOf } from '../support/statements.ts';

const { clinic: clinicId, owner, ownerHub, ownerHubService, service } = sampleIds;
// A Friday; Anna works Mondays from 9 to 12, in steps of 30 minutes.
const now = '2026-11-20T08:00:00.000Z';

let world: QueryWorld;
afterEach(() => world.close());
const open = async (availabilityCacheMs = 0) => {
  world = await createQueryWorld({ now, availabilityCacheMs });
  await world.given(...sampleClinic);
};
const ask = (minimum?: string) =>
  world.ask('getBookingAvailabilities', { params: { clinicId }, ...(minimum ? { minimum } : {}) });
const days = async (minimum?: string) => (await ask(minimum)).data as DayAvailability[];
const timesOf = (all: DayAvailability[], date: string) =>
  all.find((day) => day.date === date)?.bookingAvailabilities[0]?.availabilities;

test('offers the slots of working days up to the horizon, with their professional', async () => {
  await open();
  const all = await days();
  expect(all.map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']);
  expect(all[0]?.bookingAvailabilities).toMatchObject([
    {
      clinic_service_id: service,
      hubId: ownerHub,
      hubServiceId: ownerHubService,
      professional: 'Anna Rossi',
      availabilities: ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'],
    },
  ]);
});

test('holds, bookings, closings and vacations block times; expired and orphaned ones do not', async () => {
  await open();
  await world.given(
    sample('BookingPlaced'),
    sample('BookingPlaced', {
      bookingId: sampleId(4, 2),
      confirmBy: null,
      start: '2026-11-23T09:00:00.000Z',
      end: '2026-11-23T09:30:00.000Z',
    }),
    sample('BookingPlaced', {
      bookingId: sampleId(4, 3),
      start: '2026-11-23T10:00:00.000Z',
      end: '2026-11-23T10:30:00.000Z',
    }),
    sample('BookingOrphaned', { bookingId: sampleId(4, 3) }),
    sample('ClosingPlanned'),
  );
  const all = await days();
  expect(timesOf(all, '2026-11-23')).toEqual(['09:30', '10:30', '11:00', '11:30']);
  expect(timesOf(all, '2026-12-07')).toBeUndefined();

  world.setNow('2026-11-20T09:00:00.000Z');
  expect(timesOf(await days(), '2026-11-23')).toContain('09:00');
});

test('a booking blocks its professional in every clinic', async () => {
  await open();
  await world.given(sample('BookingPlaced', { clinicId: sampleId(2, 9), hubId: sampleId(3, 9) }));
  expect(timesOf(await days(), '2026-11-23')).not.toContain('09:00');
});

test('a clinic that cannot be booked is not found', async () => {
  await open();
  await world.given({ type: 'CollaboratorPaused', data: { clinicId, hubId: ownerHub } });
  await expect(ask()).rejects.toMatchObject({ code: 'not-found' });
  await world.given(
    { type: 'CollaboratorActivated', data: { clinicId, hubId: ownerHub } },
    { type: 'OptionsChanged', data: { proId: owner, changes: { calendarAvailabilityLimit: 20 } } },
  );
  expect((await days()).at(-1)?.date).toBe('2026-12-07');
});

test('a professional’s lead time applies if it is longer than the service’s', async () => {
  await open();
  const notice = (bookingNoticeHours: number) =>
    world.given({ type: 'OptionsChanged', data: { proId: owner, changes: { bookingNoticeHours } } });
  world.setNow('2026-11-22T10:00:00.000Z');
  await notice(23);
  expect(timesOf(await days(), '2026-11-23')).not.toContain('09:00');
  await notice(22);
  expect(timesOf(await days(), '2026-11-23')).toContain('09:00');
});

test('a gapless professional offers no time that leaves a useless gap, and one that begins where a neighbour ends', async () => {
  await open();
  await world.given(
    { type: 'OptionsChanged', data: { proId: owner, changes: { gaplessStarts: true } } },
    sample('BookingPlaced', { start: '2026-11-23T08:45:00.000Z', end: '2026-11-23T09:15:00.000Z' }),
  );
  expect(timesOf(await days(), '2026-11-23')).toEqual(['10:15', '11:00', '11:30']);
});

test('staff see why a start is not offered: a visit, a hold, a buffer, a block', async () => {
  await open();
  const monday = (time: string) => `2026-11-23T${time}:00.000Z`;
  const booked = sample('BookingPlaced').data.service;
  await world.given(
    sample('BookingPlaced', { start: monday('08:00'), end: monday('08:30') }),
    sample('BookingPlaced', {
      bookingId: sampleId(4, 2),
      confirmBy: null,
      start: monday('09:00'),
      end: monday('09:30'),
      service: { ...booked, bufferAfter: 20 },
    }),
    sample('TimeBlocked', { proId: owner, start: monday('10:30'), end: monday('11:00') }),
  );
  const query = { hubServiceId: ownerHubService, date: '2026-11-23' };
  const { data } = await world.ask('getSlotReasons', { params: { clinicId }, query, caller: owner });
  const reasons = (data as SlotReasons).refused.map(({ time, reasons: [one] }) => [
    time,
    one?.reason,
    one?.from?.slice(11, 16),
    one?.to?.slice(11, 16),
  ]);
  expect(reasons).toEqual([
    ['09:00', 'hold', '09:00', '09:30'],
    ['10:00', 'booking', '10:00', '10:30'],
    ['10:30', 'buffer', '10:00', '10:50'],
    ['11:30', 'block', '11:30', '12:00'],
  ]);
  // A visit with the service twice lasts an hour.
  const twice = { ...query, andServices: ownerHubService };
  const { data: longer } = await world.ask('getSlotReasons', {
    params: { clinicId },
    query: twice,
    caller: owner,
  });
  const times = (longer as SlotReasons).refused.map(({ time, reasons: [one] }) => [time, one?.reason]);
  expect(times).toEqual([
    ['09:00', 'hold'],
    ['09:30', 'booking'],
    ['10:00', 'booking'],
    ['10:30', 'buffer'],
    ['11:00', 'block'],
    ['11:30', 'outside_hours'],
  ]);
});

test('the inputs of free times are read again only after a change, here or at the professional’s other clinics', async () => {
  await open();
  const statements = countStatements();
  const reads = () => sumOf(statements.take(), (text) => text.startsWith('availability-'));
  try {
    await days();
    expect(reads()).toBe(2);
    const stranger = { proId: sampleId(1, 90), clinicId: sampleId(2, 90), hubId: sampleId(3, 90) };
    await world.given(sample('BookingPlaced', { ...stranger, bookingId: sampleId(4, 90) }));
    world.setNow('2026-11-20T08:00:20.000Z');
    expect(timesOf(await days(), '2026-11-23')).toContain('09:00');
    expect(reads()).toBe(0);

    const elsewhere = { clinicId: sampleId(2, 9), hubId: sampleId(3, 9) };
    await world.given(sample('BookingPlaced', { ...elsewhere, confirmBy: '2026-11-20T08:00:50.000Z' }));
    expect(timesOf(await days(), '2026-11-23')).not.toContain('09:00');
    expect(reads()).toBe(2);

    // The hold expires while the inputs are cached.
    world.setNow('2026-11-20T08:00:50.000Z');
    expect(timesOf(await days(), '2026-11-23')).toContain('09:00');
    expect(reads()).toBe(0);
    world.setNow('2026-11-20T08:01:20.000Z');
    await days();
    expect(reads()).toBe(2);

    await world.given({ type: 'CollaboratorPaused', data: { clinicId, hubId: ownerHub } });
    await expect(ask()).rejects.toMatchObject({ code: 'not-found' });
  } finally {
    statements.end();
  }
});

test('a response is cached briefly, except for callers who have seen more', async () => {
  await open(250);
  expect(timesOf(await days(), '2026-11-23')).toContain('09:00');
  const position = await world.given(sample('BookingPlaced'));
  expect(timesOf(await days(), '2026-11-23')).toContain('09:00');
  expect(timesOf(await days(position), '2026-11-23')).not.toContain('09:00');
  expect(timesOf(await days(), '2026-11-23')).not.toContain('09:00');
});

test('a position that the read models do not reach gives the present data, marked as stale', async () => {
  await open();
  const { headers, data } = await ask('9'.repeat(16));
  expect(headers.get(staleHeader)).toBe('true');
  expect(data).toHaveLength(4);
});

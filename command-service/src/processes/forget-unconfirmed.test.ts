import { randomUUID } from 'node:crypto';
import { sample } from '@visita/contracts/samples';
import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning } from '@visita/platform/event-store/port';
import { migrate } from '@visita/platform/postgres/migrate';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { createTestDatabase, silent, type TestDatabase } from '@visita/platform/testing/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandMigrations } from '../migrations.ts';
import { openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf } from '../../testing/world.ts';
import { createForgetting, createLapsedHolds, rememberCodes, rememberLapsed } from './forget-unconfirmed.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.knex, 'command', commandMigrations);
});
afterEach(() => database.close());

const day = 24 * 60;

const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const holds = createLapsedHolds(database.knex);
  const { on } = rememberLapsed(world.domain, holds);
  const codes = rememberCodes(holds).on;
  const placed = async () =>
    (await world.store.readAll(beginning, 1000))
      .filter(({ type }) => type === 'BookingPlaced')
      .map(({ data }) => data as { patientId: string; bookingId: string });
  const of = async (patientId: string) =>
    (await placed()).filter((one) => one.patientId === patientId).map(({ bookingId }) => bookingId);
  const { domain, pseudonyms, now } = world;
  const waits = new Set<string>();
  const waitingEntries = { ofPatient: async (id: string) => (waits.has(id) ? [id] : []) };
  const forgetting = createForgetting({
    domain,
    bookings: { of },
    holds,
    pseudonyms,
    waitingEntries,
    now,
    log: silent,
  });
  const request = async (date: string, patient: string) =>
    (await world.call('requestBooking', { body: requestOf(practice, date, patient) })).answer.data.id;
  const causeOf = (bookingId: string) => {
    const id = deriveId(bookingId, 'lapse');
    return { id, correlationId: id, actor: 'process:lapse-holds', time: now().toISOString() } as const;
  };
  /** Lets a hold expire and has the process handle it several times, as after a crash. */
  const lapse = async (bookingId: string) => {
    const cause = causeOf(bookingId);
    await domain.bookings.execute(bookingId, { type: 'lapse', now: cause.time }, cause);
    const events = await world.store.readStream(`booking-${bookingId}`);
    const lapsed = events.filter(({ type }) => type === 'BookingLapsed');
    expect(lapsed).toHaveLength(1);
    for (const event of [...lapsed, ...lapsed]) await reactionTo(on, event.type)?.(event, cause);
  };
  /** Mails a patient a code, valid for half an hour, and has the process handle it twice. */
  const sendCode = async (patientId: string) => {
    const { ownerId, clinicId, hubId } = practice;
    const expires = new Date(now().getTime() + 30 * 60_000).toISOString();
    const code = sample('HoldCodeSent', { patientId, codeId: randomUUID(), expires }).data;
    const to = { ...code, proId: ownerId, clinicId, hubId };
    const cause = causeOf(code.codeId);
    await domain.quotas.execute(patientId, { type: 'send-code', now: cause.time, code: to }, cause);
    const sent = await world.store.readStream(`quota-${patientId}`);
    for (const event of [...sent, ...sent]) await reactionTo(codes, event.type)?.(event, cause);
  };
  const patientIdOf = async (bookingId: string) => {
    const { state } = await domain.bookings.load(bookingId);
    return state.status === 'none' ? expect.fail('there is no booking') : state.patientId;
  };
  const statusOf = async (bookingId: string) =>
    (await domain.patients.load(await patientIdOf(bookingId))).state.status;
  return { world, practice, request, lapse, sendCode, forgetting, statusOf, patientIdOf };
};

it('erases a person who never confirmed seven days after their hold lapsed, and not before', async () => {
  const { world, practice, request, lapse, forgetting, statusOf, patientIdOf } = await scene();
  const hold = await request('2026-11-30T09:00', 'carla');
  world.advance(61);
  await lapse(hold);
  world.advance(7 * day - 1);
  expect(await forgetting.poll()).toBe(0);
  expect(await statusOf(hold)).toBe('none');
  world.advance(1);
  expect(await forgetting.poll()).toBe(1);
  expect(await statusOf(hold)).toBe('leaving');
  const carla = { kind: 'patient', scope: practice.ownerId, value: 'carla@example.com' } as const;
  expect(await world.pseudonyms.find(carla)).toBeNull();
  expect(await forgetting.poll()).toBe(0);
  const again = await request('2026-12-01T09:00', 'carla');
  expect(await patientIdOf(again)).not.toBe(await patientIdOf(hold));
});

it('keeps a person who confirmed another time, and otherwise waits for their last hold', async () => {
  const { world, request, lapse, forgetting, statusOf } = await scene();
  const [kept, first] = [
    await request('2026-11-30T09:00', 'carla'),
    await request('2026-11-30T10:00', 'dora'),
  ];
  world.advance(61);
  await lapse(kept);
  await lapse(first);
  const confirmed = await request('2026-11-30T11:00', 'carla');
  await world.call('confirmBooking', { as: patientOf(confirmed) });
  world.advance(3 * day);
  const second = await request('2026-12-01T10:00', 'dora');
  world.advance(61);
  await lapse(second);
  world.advance(4 * day);
  expect(await forgetting.poll()).toBe(2);
  expect([await statusOf(kept), await statusOf(first)]).toEqual(['registered', 'none']);
  world.advance(3 * day);
  expect(await forgetting.poll()).toBe(1);
  expect([await statusOf(kept), await statusOf(second)]).toEqual(['registered', 'leaving']);
});

it('erases a person with only a mailed code seven days after it expired, and not before', async () => {
  const { world, practice, sendCode, forgetting } = await scene();
  const carla = { kind: 'patient', scope: practice.ownerId, value: 'carla@example.com' } as const;
  const patientId = await world.pseudonyms.idOf(carla);
  const status = async () => (await world.domain.patients.load(patientId)).state.status;
  await sendCode(patientId);
  world.advance(3 * day);
  await sendCode(patientId);
  world.advance(4 * day + 30);
  expect(await forgetting.poll()).toBe(1);
  expect(await status()).toBe('none');
  world.advance(3 * day);
  expect(await forgetting.poll()).toBe(1);
  expect(await status()).toBe('leaving');
  expect(await world.pseudonyms.find(carla)).toBeNull();
});

it('keeps a person who used the code and confirmed', async () => {
  const { world, request, sendCode, forgetting, statusOf, patientIdOf } = await scene();
  const booked = await request('2026-11-30T09:00', 'carla');
  await sendCode(await patientIdOf(booked));
  await world.call('confirmBooking', { as: patientOf(booked) });
  world.advance(8 * day);
  expect(await forgetting.poll()).toBe(1);
  expect(await statusOf(booked)).toBe('registered');
});

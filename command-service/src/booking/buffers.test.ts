import { deriveId } from '@visita/platform/ids/derive-id';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { describe, expect, it } from 'vitest';
import { faultyStore, ConnectionLost } from '../../testing/faulty-store.ts';
import {
  bookingsOf,
  doubleBookings,
  isLive,
  placedAnyway,
  tightBookings,
} from '../../testing/live-bookings.ts';
import { bookingOf, openPractice, type Practice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

const rules = { bufferBefore: 10, bufferAfter: 20, stepMinutes: 5 };

/** Returns a store that appends to one stream at a time. */
const oneByOne = ({ appendTogether: _, ...store }: EventStore): EventStore => store;

const change = (
  { call }: Pick<World, 'call'>,
  { services, ownerId }: Practice,
  body: Record<string, unknown>,
) =>
  call('changeClinicService', {
    params: { id: services[0]! },
    body: { specializationId: 'acupuncture', serviceName: 'Visita', duration: 30, price: 80, ...body },
    as: pro(ownerId),
  });

const at = (minute: number): string =>
  `2026-11-24T${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const open = async (store?: EventStore) => {
  const world = createWorld(store);
  const practice = await openPractice(world);
  await change(world, practice, rules);
  const as = pro(practice.ownerId);
  const place = (time: string, anyway = false) => {
    const { booking, patient } = bookingOf(practice.offers[0], time);
    return world.call('placeBooking', { body: { booking: { ...booking, anyway }, patient }, as });
  };
  return { world, practice, as, place };
};

it('tells staff of the time kept free around a visit, and lets them book there anyway', async () => {
  const { world, practice, place } = await open();
  const placed = (await place(at(60))).answer.data;
  await refused(place(at(95)), 'buffer-taken');
  await refused(world.call('requestBooking', { body: requestOf(practice, at(95)) }), 'slot-taken');
  await refused(place(at(85), true), 'slot-taken');
  const anyway = (await place(at(95), true)).answer.data;
  const events = await world.store.readAll(beginning, 1000);
  expect(placedAnyway(events)).toEqual(new Set([bookingsOf(events).get(anyway.id)!.reservationId]));
  expect(bookingsOf(events).get(placed.id)!.service).toMatchObject({ bufferBefore: 10, bufferAfter: 20 });
});

it('moves a booking within its own buffers, and frees all of them', async () => {
  const { world, practice, as, place } = await open();
  const { id } = (await place('2026-11-24T00:50')).answer.data;
  const body = { date: '2026-11-24T00:55', hub_service_id: practice.offers[0] };
  await world.call('editBooking', { params: { id }, body, as });
  await world.call('deleteBooking', { params: { id }, as });
  const { answer } = await place('2026-11-24T00:30');
  expect(answer.data.status).toBe('confirmed');
});

describe.each([
  ['one stream after the other', false],
  ['several streams at once', true],
])('a request that comes again after the buffers changed, writing %s', (_kind, transactions) => {
  // Midnight UTC is 01:00 in Rome: with its buffers the visit lies in two agenda days.
  const [time, id] = ['2026-11-24T01:00', deriveId('asked twice')];
  const start = async () => {
    const { world, practice, as, place } = await open(createMemoryEventStore({ transactions }));
    const { booking, patient } = bookingOf(practice.offers[0], time);
    const ask = ({ call }: Pick<World, 'call'>) =>
      call('placeBooking', { body: { booking, patient }, as, id });
    const reserved = async () => {
      const events = await world.store.readAll(beginning, 1000);
      const count = (type: string) => events.filter((event) => event.type === type).length;
      return count('IntervalReserved') - count('IntervalReleased');
    };
    return { world, practice, as, place, ask, reserved };
  };

  it.each([
    ['more', { bufferBefore: 0 }, { bufferBefore: 10 }],
    ['less', { bufferBefore: 10 }, { bufferBefore: 0 }],
  ])('finds its booking, and keeps no day of the stretch that would be %s', async (_what, before, after) => {
    const { world, practice, as, place, ask, reserved } = await start();
    await change(world, practice, before);
    const first = (await ask(world)).answer.data;
    await change(world, practice, after);
    expect((await ask(world.startProcess())).answer.data.id).toBe(first.id);
    await world.call('deleteBooking', { params: { id: first.id }, as });
    expect(await reserved()).toBe(0);
    expect((await place(time)).answer.data.status).toBe('confirmed');
  });

  it('leaves the reservation of a crashed try to the next booking', async () => {
    const { world, practice, as, place, ask } = await start();
    await change(world, practice, { bufferBefore: 30 });
    const dies = world.startProcess(
      faultyStore(oneByOne(world.store), { nth: 2, when: 'before', how: 'crash' }),
    );
    await expect(ask(dies)).rejects.toThrow(ConnectionLost);
    await change(world, practice, { bufferBefore: 0 });
    const { id: placed } = (await ask(world)).answer.data;
    world.advance(2);
    expect((await place('2026-11-24T00:30')).answer.data.status).toBe('confirmed');
    await world.call('deleteBooking', { params: { id: placed }, as });
    expect((await place(time)).answer.data.status).toBe('confirmed');
  });
});

it('moves nothing that was booked when its service changes', async () => {
  const { world, practice, place } = await open();
  await place(at(60));
  await change(world, practice, { duration: 45, stepMinutes: 5 });
  await refused(world.call('requestBooking', { body: requestOf(practice, at(105)) }), 'slot-taken');
  await world.call('requestBooking', { body: requestOf(practice, at(110)) });
});

it('requires its notice, and staff if only they may book', async () => {
  const { world, practice, place } = await open();
  const request = () => world.call('requestBooking', { body: requestOf(practice, at(60)) });
  await change(world, practice, { noticeHours: 24 * 30 });
  await refused(request(), 'slot-not-offered');
  await change(world, practice, { bookableBy: 'staff' });
  await refused(request(), 'slot-not-offered');
  await place(at(60));
});

it('asks for the professional’s notice too: the longer one counts', async () => {
  const { world, practice, place } = await open();
  const as = pro(practice.ownerId);
  const ask = (bookingNoticeHours: number) =>
    world.call('updateOptions', { params: { id: practice.ownerId }, body: { bookingNoticeHours }, as });
  const request = () => world.call('requestBooking', { body: requestOf(practice, at(60)) });
  const ahead = Math.ceil((Date.parse(`${at(60)}+01:00`) - world.now().getTime()) / 3_600_000);
  await change(world, practice, { noticeHours: 1 });
  await ask(ahead + 1);
  await refused(request(), 'slot-not-offered');
  await place(at(60));
  await ask(ahead - 1);
  await world.call('requestBooking', { body: requestOf(practice, at(90)) });
});

it('a hundred at once around one buffer: none lies in another’s', async () => {
  const { world, practice } = await open();
  const healthy = [world.startProcess(), world.startProcess()] as const;
  const asked = Array.from({ length: 100 }, async (_, index) => {
    const { call } = healthy[index % 2 === 0 ? 0 : 1];
    if (index === 50) return change({ call }, practice, { ...rules, bufferAfter: 40 });
    return call('requestBooking', { body: requestOf(practice, at(5 * (index % 25)), `patient${index}`) });
  });
  const answers = await Promise.allSettled(asked);
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(2);
  const events = await world.store.readAll(beginning, 10_000);
  const bookings = bookingsOf(events);
  const now = world.now().toISOString();
  expect(doubleBookings(bookings.values(), now)).toEqual([]);
  expect(tightBookings(bookings.values(), now, placedAnyway(events))).toEqual([]);
  expect([...bookings.values()].some((booking) => isLive(booking, now))).toBe(true);
});

import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import type { EventStore } from '@visita/platform/event-store/port';
import { expect, it } from 'vitest';
import { faultyStore, ConnectionLost } from '../../testing/faulty-store.ts';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const date = '2026-11-24T09:00';

const open = async () => {
  const store = createMemoryEventStore({ transactions: true });
  const world = createWorld(store);
  const practice = await openPractice(world);
  const before = await store.head();
  return {
    world,
    practice,
    body: bookingOf(practice.offers[0], date),
    as: pro(practice.ownerId),
    written: async () => (await store.readAll(before, 100)).map(({ type }) => type),
    store,
  };
};

/** Records the writes that reach a store. */
const counting = (store: EventStore) => {
  const writes: number[] = [];
  const counted: EventStore = {
    ...store,
    append: async (...asked) => {
      writes.push(1);
      return store.append(...asked);
    },
    appendTogether: async (appends) => {
      writes.push(appends.length);
      return store.appendTogether!(appends);
    },
  };
  return { writes, counted };
};

it('reserves, places and registers in one write', async () => {
  const { world, body, as, written, store } = await open();
  const { writes, counted } = counting(store);
  const { answer, position } = await world.startProcess(counted).call('placeBooking', { body, as });
  expect(writes).toEqual([3]);
  expect(await written()).toEqual(['IntervalReserved', 'BookingPlaced', 'PatientRegistered']);
  expect(position).toBe(await store.head());
  expect(answer.patient).toMatchObject({ email: body.patient.email });
});

it('moves in one write, within a day or to another, and releases the interval that it leaves', async () => {
  const { world, practice, body, as, written, store } = await open();
  const { writes, counted } = counting(store);
  const { call } = world.startProcess(counted);
  const { answer } = await call('placeBooking', { body, as });
  writes.length = 0;
  const { id } = answer.data;
  const moveTo = (day: string) =>
    call('editBooking', { params: { id }, body: { date: day, hub_service_id: practice.offers[0] }, as });
  const { position } = await moveTo('2026-11-24T14:00');
  expect(position).toBe(await store.head());
  await moveTo('2026-11-25T14:00');
  expect(writes).toEqual([2, 3]);
  expect((await written()).slice(3)).toEqual([
    'IntervalReserved',
    'IntervalReleased',
    'BookingMoved',
    'IntervalReserved',
    'BookingMoved',
    'IntervalReleased',
  ]);
  await call('placeBooking', { body, as });
  await call('placeBooking', { body: bookingOf(practice.offers[0], '2026-11-24T14:00'), as });
});

it('releases the interval that it leaves, even if another process placed it', async () => {
  const { world, practice, body, as, written, store } = await open();
  const { answer } = await world.call('placeBooking', { body, as });
  const { writes, counted } = counting(store);
  const { call } = world.startProcess(counted);
  const moved = { date: '2026-11-25T14:00', hub_service_id: practice.offers[0] };
  const { position } = await call('editBooking', { params: { id: answer.data.id }, body: moved, as });
  expect(writes).toEqual([3]);
  expect((await written()).slice(3)).toEqual(['IntervalReserved', 'BookingMoved', 'IntervalReleased']);
  expect(position).toBe(await store.head());
  await world.call('placeBooking', { body, as });
});

it('gives up a corrected request and takes its time again in one write', async () => {
  const { world, practice, store } = await open();
  const { writes, counted } = counting(store);
  const { call } = world.startProcess(counted);
  const { answer } = await call('requestBooking', { body: requestOf(practice, date, 'dora') });
  writes.length = 0;
  const { correction } = answer.data;
  await call('requestBooking', { body: { ...requestOf(practice, date, 'dara'), correction } });
  // The quota of the other person, the first request, the day, and the second request.
  expect(writes).toEqual([4]);
});

it('confirms and registers in one write', async () => {
  const { world, practice, written, store } = await open();
  const { writes, counted } = counting(store);
  const { call } = world.startProcess(counted);
  const { answer } = await call('requestBooking', { body: requestOf(practice, date, 'dora') });
  writes.length = 0;
  await call('confirmBooking', { as: patientOf(answer.data.id) });
  expect(writes).toEqual([2]);
  expect((await written()).slice(-2)).toEqual(['BookingConfirmed', 'PatientRegistered']);
});

it('writes nothing after a crash before the append, and finds its work again if only the answer was lost', async () => {
  for (const when of ['before', 'after'] as const) {
    const { world, body, as, written, store } = await open();
    const dying = world.startProcess(faultyStore(store, { nth: 1, when, how: 'crash' }));
    await expect(dying.call('placeBooking', { body, as, id: 'one' })).rejects.toBeInstanceOf(ConnectionLost);
    expect(await written()).toHaveLength(when === 'before' ? 0 : 3);
    const { answer } = await world.startProcess().call('placeBooking', { body, as, id: 'one' });
    expect(await written()).toEqual(['IntervalReserved', 'BookingPlaced', 'PatientRegistered']);
    expect(answer.data).toMatchObject({ status: 'confirmed' });
  }
});

it('takes the steps in order if another process wrote to the agenda meanwhile', async () => {
  const { world, practice, body, as, written } = await open();
  const [one, other] = [world.startProcess(), world.startProcess()];
  const later = bookingOf(practice.offers[0], '2026-11-24T15:00');
  await one.call('placeBooking', { body: bookingOf(practice.offers[0], '2026-11-24T12:00'), as });
  await other.call('placeBooking', { body: later, as });
  const both = await Promise.allSettled([
    one.call('placeBooking', { body, as }),
    other.call('placeBooking', { body, as }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await written()).filter((type) => type === 'BookingPlaced')).toHaveLength(3);
});

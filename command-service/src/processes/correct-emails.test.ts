import { isEvent } from '@visita/contracts/events';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { seriesVisitIdOf } from '@visita/platform/ids/derive-id';
import { expect, it } from 'vitest';
import { createDomain } from '../domain.ts';
import { crashAt } from '../../testing/crash.ts';
import { mortalProcess } from '../../testing/mortal-process.ts';
import { runSeries } from '../../testing/series.ts';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';
import { correctEmails } from './correct-emails.ts';

const email = 'carla.verdi@example.com';

/** Carla with a visit long ago, one ahead, a hold and a series of three; her email is then corrected. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const params = { id: practice.ownerId };
  await world.call('updateOptions', { params, body: { patientBookingLimit: false }, as });
  const book = async (date: string) =>
    (await world.call('placeBooking', { body: bookingOf(practice.offers[0], date), as })).answer;
  const past = await book('2026-11-21T09:00');
  world.advance(40 * 24 * 60);
  const ahead = await book('2027-01-04T09:00');
  const hold = await world.call('requestBooking', { body: requestOf(practice, '2027-01-04T11:00') });
  const { patient } = bookingOf(practice.offers[0], '');
  const repeat = { first: '2027-01-05T09:00', unit: 'week', every: 1, count: 3 };
  const planned = { booking: { hubServiceId: practice.offers[0] }, patient, repeat };
  const { id: seriesId } = (await world.call('planSeries', { body: planned, as })).answer.data;
  await runSeries(world);
  const series = [1, 2, 3].map((nth) => seriesVisitIdOf(seriesId!, nth));
  const patientId = ahead.patient.id;
  const contact = { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' };
  await world.call('updatePatient', { body: { patientId, ...contact, email }, as });
  return { world, series, ids: { past: past.data.id, ahead: ahead.data.id, hold: hold.answer.data.id } };
};

const copyOf = async (store: EventStore): Promise<EventStore> => {
  const copy = createMemoryEventStore();
  for (const event of await store.readAll(beginning, 1000)) await copy.append(event.stream, 'any', [event]);
  return copy;
};

it('gives the email to bookings whose links last, and ends unconfirmed requests, after a crash at any step', async () => {
  const { world, ids, series } = await open();
  const all = [...Object.values(ids), ...series];
  let boundary = 0;
  for (let crashed = true; crashed;) {
    boundary += 1;
    const store = await copyOf(world.store);
    const crash = crashAt(boundary);
    const start = (dies: boolean) => {
      const used = dies ? crash.around(store, ['append', 'readStream']) : store;
      // The bookings have no order: after a crash they may come in another.
      const bookings = { of: async () => (dies ? all : all.toReversed()) };
      return correctEmails({ domain: createDomain(used), bookings });
    };
    await mortalProcess({ store, crash, now: world.now, start }).run();
    crashed = crash.crashed();
    const events = await store.readAll(beginning, 1000);
    const typesOf = (id: string) =>
      events.filter(({ stream }) => stream === `booking-${id}`).map(({ type }) => type);
    expect([boundary, typesOf(ids.past)]).toEqual([boundary, ['BookingPlaced']]);
    expect(typesOf(ids.ahead)).toEqual(['BookingPlaced', 'BookingEmailCorrected']);
    expect(typesOf(ids.hold)).toEqual(['BookingPlaced', 'BookingLapsed']);
    const corrected = events.flatMap((event) =>
      isEvent(event, 'BookingEmailCorrected') && event.data.series ? [event.data] : [],
    );
    expect(corrected.map(({ bookingId }) => bookingId).toSorted()).toEqual(series.toSorted());
    // The last event causes the mail of all.
    expect([boundary, corrected.map((one) => one.series?.last)]).toEqual([boundary, [false, false, true]]);
  }
  expect(boundary).toBeGreaterThan(5);
});

it('ends the links that were mailed before', async () => {
  const { world, ids } = await open();
  const crash = crashAt(Infinity);
  const { store, now } = world;
  const bookings = { of: async () => Object.values(ids) };
  const start = () => correctEmails({ domain: createDomain(store), bookings });
  await mortalProcess({ store, crash, now, start }).run();
  const look = (turn?: number) =>
    world.call('getManagedBooking', { as: { ...patientOf(ids.ahead), ...(turn && { turn }) } as never });
  for (const call of ['getManagedBooking', 'cancelManagedBooking', 'confirmBooking'] as const)
    await expect(world.call(call, { as: patientOf(ids.ahead) })).rejects.toMatchObject({
      code: 'token-expired',
    });
  expect((await look(1)).answer.data.status).toBe('confirmed');
  await expect(world.call('confirmBooking', { as: patientOf(ids.hold) })).rejects.toMatchObject({
    code: 'booking-not-active',
  });
});

import { beginning } from '@visita/platform/event-store/port';
import { expect, it } from 'vitest';
import { bookingsOf, doubleBookings } from '../../testing/live-bookings.ts';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

const at = (time: string): string => `2026-11-24T${time}`;

const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const terms = (body: { duration: number | null; price: number | null }) =>
    world.call('setHubServiceTerms', { params: { id: practice.offers[0] }, body, as });
  const place = async (time: string, patient = 'carla') =>
    (await world.call('placeBooking', { body: bookingOf(practice.offers[0], at(time), patient), as })).answer
      .data;
  const events = () => world.store.readAll(beginning, 10_000);
  return { world, practice, as, terms, place, events };
};

it('a booking takes and costs what the professional says, and keeps it', async () => {
  const { terms, place, events } = await open();
  expect((await terms({ duration: 50, price: 95.5 })).answer.data).toMatchObject({
    duration: 50,
    price: 95.5,
    ownDuration: 50,
    ownPrice: 95.5,
  });
  const first = await place('09:00');
  expect(first.ending_date.slice(11, 16)).toBe('09:50');
  await terms({ duration: null, price: null });
  const second = await place('11:00', 'dora');
  expect(second.ending_date.slice(11, 16)).toBe('11:30');
  const placed = (await events()).filter(({ type }) => type === 'BookingPlaced');
  expect(placed.map(({ data }) => data)).toMatchObject([
    { service: { duration: 50, priceCents: 9_550 } },
    { service: { duration: 30, priceCents: 8_000 } },
  ]);
});

it('the clinic’s changes reach what is not the professional’s own', async () => {
  const { world, practice, as, terms, place } = await open();
  await terms({ duration: 50, price: null });
  const body = { specializationId: 'acupuncture', serviceName: 'Visita', duration: 20, price: 70 };
  await world.call('changeClinicService', { params: { id: practice.services[0]! }, body, as });
  expect((await place('09:00')).ending_date.slice(11, 16)).toBe('09:50');
  const { answer } = await terms({ duration: null, price: null });
  expect(answer.data).toMatchObject({ duration: 20, price: 70, ownDuration: null, ownPrice: null });
});

it('moves the grid that patients are offered', async () => {
  const { world, practice, terms } = await open();
  await terms({ duration: 50, price: null });
  const request = (time: string) => world.call('requestBooking', { body: requestOf(practice, at(time)) });
  await expect(request('09:30')).rejects.toMatchObject({ code: 'slot-not-offered' });
  await request('09:10');
});

it('fifty patients at once while the duration changes: no two visits overlap', async () => {
  const { world, practice, terms, events } = await open();
  const asked = Array.from({ length: 50 }, async (_, index) => {
    if (index % 10 === 5) return terms({ duration: index % 20 === 5 ? 50 : null, price: null });
    const start = `${String(8 + (index % 8)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`;
    return world.call('requestBooking', { body: requestOf(practice, at(start), `patient${index}`) });
  });
  const answers = await Promise.allSettled(asked);
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(5);
  expect(doubleBookings(bookingsOf(await events()).values(), world.now().toISOString())).toEqual([]);
});

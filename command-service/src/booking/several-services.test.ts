import { api } from '@visita/contracts/api/table';
import { beginning } from '@visita/platform/event-store/port';
import { expect, it } from 'vitest';
import { bookingsOf } from '../../testing/live-bookings.ts';
import { bookingOf, joinPractice, openPractice } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const day = '2026-11-24';
const at = (time: string): string => `${day}T${time}`;
const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

/** A practice with a service of 30 minutes for €80, and one of 45 with buffers of 10 and 20. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const terms = { specializationId: 'acupuncture', serviceName: 'Controllo', duration: 45, price: 60 };
  const change = (body: Record<string, unknown>) =>
    world.call('changeClinicService', {
      params: { id: practice.services[1]! },
      body: { ...terms, ...body },
      as,
    });
  await change({ bufferBefore: 10, bufferAfter: 20 });
  const [visit, check] = practice.offers;
  const place = async (time: string, hubServiceIds?: string[]) => {
    const { booking, patient } = bookingOf(
      hubServiceIds?.[0] ?? visit,
      at(time),
      `patient${time.slice(0, 2)}`,
    );
    const body = { booking: { ...booking, ...(hubServiceIds && { hubServiceIds }) }, patient };
    return (await world.call('placeBooking', { body, as })).answer.data;
  };
  const edit = async (id: string, time: string, hub_service_id: string) => {
    const body = { date: at(time), hub_service_id };
    return (await world.call('editBooking', { params: { id }, body, as })).answer.data;
  };
  const stored = async (id: string) => bookingsOf(await world.store.readAll(beginning, 1_000)).get(id)!;
  return { world, practice, as, change, place, edit, stored, visit, check };
};

it('books several services as one visit: summed duration and price, longest buffers, ids of the first', async () => {
  const { place, stored, visit, check } = await open();
  const booked = await place('09:00', [visit, check]);
  expect(booked).toMatchObject({
    ending_date: `${day}T10:15:00+01:00`,
    duration: 75,
    service: 'Visita + Controllo',
    hub_service_id: visit,
    services: [
      { hub_service_id: visit, service: 'Visita', duration: 30 },
      { hub_service_id: check, service: 'Controllo', duration: 45 },
    ],
  });
  const { service } = await stored(booked.id);
  expect(service).toMatchObject({ priceCents: 14_000, bufferBefore: 10, bufferAfter: 20 });
  await refused(place('10:30'), 'buffer-taken');
  await place('10:35');
});

it('keeps a visit with one service as it was', async () => {
  const { place, stored, visit } = await open();
  const booked = await place('09:00', [visit]);
  expect(booked).not.toHaveProperty('services');
  expect((await stored(booked.id)).service).not.toHaveProperty('services');
});

it('keeps the services if the first one stays, and replaces them by another one', async () => {
  const { place, edit, change, stored, visit, check } = await open();
  const { id } = await place('09:00', [visit, check]);
  await change({ duration: 60 });
  expect(await edit(id, '11:00', visit)).toMatchObject({ duration: 90, service: 'Visita + Controllo' });
  expect((await stored(id)).service.services).toHaveLength(2);
  const replaced = await edit(id, '11:00', check);
  expect(replaced).toMatchObject({ duration: 60, service: 'Controllo', hub_service_id: check });
  expect(replaced).not.toHaveProperty('services');
});

it('takes the services that an edit names, so that a replaced list can be restored', async () => {
  const { world, as, place, edit, stored, visit, check } = await open();
  const { id } = await place('09:00', [visit, check]);
  await edit(id, '09:00', check);
  const send = async (hub_service_ids: string[]) => {
    const body = { date: at('09:00'), hub_service_id: visit, hub_service_ids };
    return (await world.call('editBooking', { params: { id }, body, as })).answer.data;
  };
  expect(await send([visit, check])).toMatchObject({ duration: 75, services: [{}, {}] });
  expect(await send([visit])).not.toHaveProperty('services');
  expect((await stored(id)).service.duration).toBe(30);
  const { error } = api.editBooking.body.safeParse({
    date: at('09:00'),
    hub_service_id: visit,
    hub_service_ids: [check],
  });
  expect(error?.issues[0]?.path).toEqual(['hub_service_ids']);
});

it('keeps the services if a colleague who offers them all takes the visit over', async () => {
  const { world, practice, place, edit, visit, check } = await open();
  const colleague = await joinPractice(world, practice);
  const { id } = await place('09:00', [visit, check]);
  const handed = await edit(id, '09:00', colleague.offers[0]);
  expect(handed.services?.map((one) => one.hub_service_id)).toEqual(colleague.offers.slice(0, 2));
  await edit(id, '09:00', visit);
  const gone = { params: { id: colleague.offers[1] }, body: { activated: false as const } };
  await world.call('removeHubService', { ...gone, as: pro(colleague.proId) });
  await refused(edit(id, '09:00', colleague.offers[0]), 'service-unknown');
});

it('lets the patient move the visit to times that are long enough for all services', async () => {
  const { world, place, edit, visit, check } = await open();
  const { id } = await place('09:00', [visit, check]);
  await place('13:00');
  const as = patientOf(id);
  const shown = (await world.call('getManagedBooking', { as })).answer.data;
  expect(shown).toMatchObject({ service: 'Visita + Controllo', duration: 75, services: [{}, {}] });
  const move = async (time: string) =>
    (await world.call('moveManagedBooking', { body: { date: at(time) }, as })).answer.data;
  await refused(move('12:00'), 'slot-taken');
  await refused(move('15:10'), 'slot-not-offered');
  expect(await move('15:30')).toMatchObject({ duration: 75, services: [{}, {}] });
  await edit(id, '16:00', visit);
});

it('makes another booking of other services under a reused key, and the same for the same ones', async () => {
  const { world, as, visit, check } = await open();
  const send = async (hubServiceIds: string[], time: string) => {
    const { booking, patient } = bookingOf(visit, at(time));
    const body = { booking: { ...booking, hubServiceIds }, patient };
    return (await world.call('placeBooking', { body, as, id: '00000000-0000-4000-8000-000000000001' })).answer
      .data.id;
  };
  const first = await send([visit, check], '09:00');
  expect(await send([visit, check], '09:00')).toBe(first);
  await refused(send([visit], '09:00'), 'slot-taken');
});

it('refuses services of two professionals, too many, an unknown one, and more than a day', async () => {
  const { world, practice, place, change, visit, check } = await open();
  const colleague = await joinPractice(world, practice);
  const { booking, patient } = bookingOf(visit, at('09:00'));
  const issues = (hubServiceIds: string[]) =>
    api.placeBooking.body.safeParse({ booking: { ...booking, hubServiceIds }, patient }).error?.issues[0]
      ?.path;
  expect(issues([visit, colleague.offers[0]])).toEqual(['booking', 'hubServiceIds']);
  expect(issues([check, visit])).toEqual(['booking', 'hubServiceIds']);
  expect(issues(Array.from({ length: 6 }, () => visit))).toEqual(['booking', 'hubServiceIds']);
  await refused(place('09:00', [visit, `${practice.hubId}.none`]), 'service-unknown');
  await change({ duration: 1_420 });
  await refused(place('09:00', [visit, check]), 'malformed-request');
});

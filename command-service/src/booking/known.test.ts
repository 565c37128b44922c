import { beginning } from '@visita/platform/event-store/port';
import { expect, it } from 'vitest';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const at = (time: string): string => `2026-11-24T${time}`;

/** Anna’s first service is for her patients only; Carla is one. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const body = { specializationId: 'acupuncture', serviceName: 'Visita', duration: 30, price: 80 };
  const params = { id: practice.services[0]! };
  await world.call('changeClinicService', { params, body: { ...body, bookableBy: 'known' }, as });
  await world.call('placeBooking', { body: bookingOf(practice.offers[0], at('08:00')), as });
  const request = async (time: string, patient: string, offer = 0) => {
    const { answer } = await world.call('requestBooking', {
      body: requestOf(practice, at(time), patient, offer),
    });
    return answer;
  };
  const confirm = (id: string) => world.call('confirmBooking', { as: patientOf(id) });
  const placed = async () =>
    (await world.store.readAll(beginning, 10_000)).filter(({ type }) => type === 'BookingPlaced');
  return { world, practice, as, request, confirm, placed };
};

it('answers a stranger as a patient, and can only be confirmed by the patient', async () => {
  const { request, confirm, placed } = await open();
  const known = await request('09:00', 'carla');
  const stranger = await request('10:00', 'zoe');
  const shape = {
    message: 'Booking requested',
    data: { id: expect.any(String), confirmBy: expect.any(String), correction: expect.any(String) },
  };
  expect(known).toEqual(shape);
  expect(stranger).toEqual(shape);
  expect(stranger.data.confirmBy).toBe(known.data.confirmBy);
  expect((await placed()).map(({ data }) => data)).toMatchObject([{}, {}, { declined: 'not-known' }]);
  await expect(confirm(stranger.data.id)).rejects.toMatchObject({ code: 'booking-not-active' });
  await confirm(known.data.id);
});

it('holds the time as long as any hold, so that it does not reveal patients', async () => {
  const { request, world } = await open();
  await request('10:00', 'zoe');
  await expect(request('10:00', 'carla')).rejects.toMatchObject({ code: 'slot-taken' });
  world.advance(60);
  await request('10:00', 'carla');
});

it('a stranger stays one until they are a patient by another service', async () => {
  const { request, confirm } = await open();
  const other = await request('10:30', 'zoe', 1);
  const before = await request('12:00', 'zoe');
  await expect(confirm(before.data.id)).rejects.toMatchObject({ code: 'booking-not-active' });
  await confirm(other.data.id);
  await confirm((await request('13:00', 'zoe')).data.id);
});

it('in a family the attendee decides, not the contact', async () => {
  const { world, practice, confirm } = await open();
  const body = requestOf(practice, at('10:00'));
  const contactInfo = { ...body.contactInfo, attendee: { name: 'Luca', birthDate: '2019-05-01' } };
  const { answer } = await world.call('requestBooking', { body: { ...body, contactInfo } });
  await expect(confirm(answer.data.id)).rejects.toMatchObject({ code: 'booking-not-active' });
});

it('staff book it for all', async () => {
  const { world, practice, as } = await open();
  const body = bookingOf(practice.offers[0], at('10:00'), 'zoe');
  expect((await world.call('placeBooking', { body, as })).answer.data.status).toBe('confirmed');
});

it('two strangers at once: one holds the time, as with any service', async () => {
  const { request } = await open();
  const answers = await Promise.allSettled([request('10:00', 'zoe'), request('10:00', 'carla')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it('a patient with restricted data still books it, but staff cannot book for them', async () => {
  const { world, practice, as, request, confirm } = await open();
  const body = bookingOf(practice.offers[0], at('09:00'));
  const { patient } = (await world.call('placeBooking', { body, as })).answer;
  await world.call('restrictPatient', { params: { patientId: patient.id }, body: { restricted: true }, as });
  const again = world.call('placeBooking', { body: bookingOf(practice.offers[0], at('10:00')), as });
  await expect(again).rejects.toMatchObject({ code: 'patient-restricted' });
  await confirm((await request('10:00', 'carla')).data.id);
});

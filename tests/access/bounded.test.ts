import { randomUUID } from 'node:crypto';
import { isEvent } from '@visita/contracts/events';
import { beforeAll, expect, it } from 'vitest';
import { type Backstage, openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import { callAs, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const practice = usePractice();
const day = 86_400_000;

let backstage: Backstage;
beforeAll(async () => {
  backstage = await openBackstage(practice().stack.place);
  return () => backstage.close();
});

const patientOf = (name: string) => ({
  name,
  email: `${name}@example.com`,
  prefix: '+39',
  phone: '3330001111',
});

const book = async (name: string, date: string) => {
  const { client, anna, clinic } = practice();
  const body = { booking: { hubServiceId: clinic.offers[0], date }, patient: patientOf(name) };
  const { data, patient, position } = await succeed(client.call('placeBooking', { body, token: anna.token }));
  return { id: data.id, patientId: patient.id, from: position! };
};

it('requests without a change append no event', async () => {
  const { client, anna, clinic } = practice();
  const call = callAs(client, anna.token);
  const date = `${dayAhead(3)}T09:00`;
  const { id } = await book('carla', date);
  const profile = {
    prefix: '+39',
    phone: '3331234567',
    name: 'anna',
    lastname: 'Rossi',
  } as const;
  const changes = [
    () => call('updatePro', { params: { id: anna.proId }, body: profile }),
    () => call('updateOptions', { params: { id: anna.proId }, body: { calendarAvailabilityLimit: 33 } }),
    () => call('editBooking', { params: { id }, body: { date, hub_service_id: clinic.offers[0] } }),
    () => call('editBookingNotes', { params: { id }, body: { pro_notes: 'Allergica' } }),
    () => call('updateClinic', { params: { id: clinic.clinicId }, body: { online_booking: true } }),
    () => call('updateHub', { params: { id: clinic.hubId }, body: { status: 'active' } }),
  ];
  const own = (stream: string) => [anna.proId, id, clinic.clinicId].some((one) => stream.includes(one));
  for (const change of changes) await change();
  await using inside = await lookInside(practice().stack.place);
  const head = await inside.head();
  for (const change of changes) await change();
  const after = (await inside.events(head)).filter(
    ({ stream, metadata }) => own(stream) && metadata.actor.startsWith('pro:'),
  );
  expect(after.map(({ type }) => type)).toEqual([]);
});

it('a clinic has at most 200 services, and a hub 100 services and 60 rows of hours', async () => {
  const { client } = practice();
  const bea = await registerPro(client, 'bea');
  const visit = { serviceName: 'Visita', duration: 30, specializationId: 'acupuncture' };
  const hours = { working_day: 7, starting_hour: '09:00', ending_hour: '10:00' };
  const clinic = await openClinic(client, bea, 'Studio Bea', {
    visits: Array.from({ length: 200 }, () => visit),
    hours,
  });
  const { clinicId, hubId, services, offers } = clinic;
  expect([services.length, offers.length]).toEqual([200, 100]);
  const tooMany = { status: 409, body: { code: 'too-many' } };
  const { token } = bea;
  const row = { ...visit, clinicId, price: 80 };
  expect(await client.call('addClinicServices', { body: [row], token })).toMatchObject(tooMany);
  const offer = { hubId, clinicServiceId: services[150]! };
  expect(await client.call('addHubService', { body: offer, token })).toMatchObject(tooMany);
  const rows = Array.from({ length: 59 }, (_, n) => {
    const hour = String(9 + Math.floor(n / 6)).padStart(2, '0');
    const minute = (n % 6) * 10;
    const [start, end] = [minute, minute + 5].map((at) => `${hour}:${String(at).padStart(2, '0')}`);
    return { hubId, working_day: 1, starting_hour: start!, ending_hour: end! };
  });
  for (const some of [rows.slice(0, 50), rows.slice(50)])
    await succeed(client.call('addHubAvailabilities', { body: some, token }));
  const one = [{ ...hours, hubId, working_day: 2 }];
  expect(await client.call('addHubAvailabilities', { body: one, token })).toMatchObject(tooMany);
});

it('a reservation left by a crash expires within a minute, although a hold lasts an hour', async () => {
  const { client, anna, clinic, stack } = practice();
  await using inside = await lookInside(stack.place);
  const head = await inside.head();
  const asked = `${dayAhead(4)}T09:00`;
  const ask = (date: string, name: string) =>
    client.call('requestBooking', { body: requestOf(clinic.clinicId, clinic.offers[0], date, name) });
  await succeed(ask(asked, 'dora'));
  const reserved = (await inside.events(head)).find(({ type }) => type === 'IntervalReserved');
  if (!reserved || !isEvent(reserved, 'IntervalReserved')) throw new Error('a request reserves');
  const { time } = reserved.metadata;
  expect(Date.parse(reserved.data.deadline) - Date.parse(time)).toBeLessThanOrEqual(60_000);

  // State after a crash between reserving and placing, once the deadline has passed.
  const start = Date.parse(reserved.data.start) + 3 * 3_600_000;
  const left = (deadline: number) => {
    const [from, until] = [start, start + 1_800_000].map((at) => new Date(at).toISOString());
    const on = from!.slice(0, 10);
    const ids = { reservationId: randomUUID(), bookingId: randomUUID() };
    const times = { start: from!, end: until!, deadline: new Date(deadline).toISOString() };
    const data = { proId: anna.proId, day: on, ...ids, ...times };
    return backstage.append(`agenda-${anna.proId}_${on}`, { type: 'IntervalReserved', data });
  };
  await left(Date.now() + 5_000);
  const next = `${dayAhead(4)}T12:00`;
  expect((await ask(next, 'elsa')).body.code).toBe('slot-taken');
  await expect
    .poll(async () => (await ask(next, 'elsa')).status, { timeout: 30_000, interval: 500 })
    .toBe(200);
});

it('an access to a record is logged once per quarter of an hour, visible only to its own professional', async () => {
  const { client, anna } = practice();
  const { patientId, from } = await book('greta', `${dayAhead(6)}T09:00`);
  const params = { patientId, proId: anna.proId };
  const views = async (token: string) =>
    client.call('getPatientViews', { params: { patientId }, token, from });
  for (let count = 0; count < 3; count++)
    await succeed(client.call('getPatientBookings', { params, token: anna.token, from }));
  expect((await views(anna.token)).body.data).toMatchObject([{ by: `pro:${anna.proId}`, how: 'opened' }]);
  const stranger = await registerPro(client, 'stranger');
  expect((await client.call('getPatientBookings', { params, token: stranger.token, from })).status).toBe(404);
  expect((await views(stranger.token)).status).toBe(404);
  expect((await views(anna.token)).body.data).toHaveLength(1);
});

it('a patient’s link is invalid from 30 days after the visit', async () => {
  const { client, anna, clinic, stack } = practice();
  const { id, patientId } = await book('ilda', `${dayAhead(7)}T09:00`);
  const token = backstage.bookingTokens.issue('manage', id);
  await succeed(client.call('getManagedBooking', { token }));
  await using inside = await lookInside(stack.place);
  const placed = (await inside.events()).find(
    ({ stream, type }) => stream === `booking-${id}` && type === 'BookingPlaced',
  );
  if (!placed || !isEvent(placed, 'BookingPlaced')) throw new Error('it was placed');
  const { proId, clinicId, hubId, reservationId, start, end, timezone, service } = placed.data;
  const moveTo = (ago: number) => {
    const over = Date.now() - ago;
    const [from, until] = [over - 1_800_000, over].map((at) => new Date(at).toISOString());
    const previous = { proId, reservationId, start, end };
    const now = { reservationId: randomUUID(), start: from!, end: until!, timezone, service, previous };
    const data = { bookingId: id, proId, clinicId, hubId, patientId, ...now, by: 'pro' } as const;
    return backstage.append(`booking-${id}`, { type: 'BookingMoved', data });
  };
  await moveTo(30 * day - 60_000);
  await succeed(client.call('getManagedBooking', { token }));
  await moveTo(30 * day + 1_000);
  const body = { date: `${dayAhead(8)}T09:00` };
  const uses = [
    client.call('getManagedBooking', { token }),
    client.call('moveManagedBooking', { body, token }),
    client.call('cancelManagedBooking', { token }),
  ];
  for (const used of await Promise.all(uses))
    expect(used).toMatchObject({ status: 401, body: { code: 'token-expired' } });
  expect([anna.proId, clinic.clinicId]).toEqual([proId, clinicId]);
});

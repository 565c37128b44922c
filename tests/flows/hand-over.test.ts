import { isErased } from '@visita/contracts/event';
import { expect, it, vi } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import { dayAhead, join, type RegisteredPro, registerPro } from '../support/http-practice.ts';
import { succeed } from '../support/http.ts';
import { lookInside } from '../support/inside.ts';
import { searchEverywhere } from '../support/personal-search.ts';

const practice = usePractice({}, 'embedded');
const soon = { timeout: 20_000, interval: 100 };
const zsofia = { name: 'Zsofia Quaranta', email: 'zsofia.q@example.net', prefix: '+36', phone: '709998877' };
const secrets = ['zsofia', 'quaranta', '709998877', 'lidocaina'];

const emailsOf = async ({ proId, token }: RegisteredPro, from?: string) => {
  const read = { params: { key: proId }, token, ...(from ? { from } : {}) };
  const { data } = await succeed(practice().client.call('getPatients', read));
  return (data as { email: string }[]).map(({ email }) => email);
};

const erase = async (patientId: string, { token }: RegisteredPro) => {
  const { client, stack } = practice();
  await succeed(client.call('erasePatient', { params: { patientId }, token }));
  await vi.waitFor(async () => {
    await using inside = await lookInside(stack.place);
    const types = (await inside.events()).filter(({ stream }) => stream === `patient-${patientId}`);
    expect(types.at(-1)?.type).toBe('PatientErased');
  }, soon);
};

it('a transferred booking belongs to the colleague’s patient, who stays when the original one is erased', async () => {
  const { client, stack, anna, clinic } = practice();
  const { call } = client;
  const bruno = await registerPro(client, 'bruno');
  const hub = await join(client, { owner: anna, ...clinic }, bruno);
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(7)}T09:00`, proNotes: 'lidocaina' };
  const body = { booking, patient: zsofia };
  const placed = await succeed(call('placeBooking', { body, token: anna.token }));
  const params = { id: placed.data.id };
  const to = { date: `${dayAhead(7)}T10:00`, hub_service_id: hub.offers[0] };
  const moved = await succeed(call('editBooking', { params, body: to, token: anna.token }));
  expect(moved.data).toMatchObject({ pro_id: bruno.proId, patient_email: zsofia.email, pro_notes: '' });
  const from = moved.position!;
  // On a busy machine a response may be stale, which its header says.
  const both = async () => [await emailsOf(anna, from), await emailsOf(bruno, from)];
  await vi.waitFor(async () => expect(await both()).toEqual([[zsofia.email], [zsofia.email]]), soon);

  const brunos = async () => {
    const read = { params: { proId: bruno.proId }, token: bruno.token, from };
    const { bookings } = (await succeed(call('getProCalendar', read))).data;
    return bookings.map(({ patient_email, pro_notes }) => [patient_email, pro_notes]);
  };
  expect(await brunos()).toEqual([[zsofia.email, '']]);

  // Erasure by Anna does not affect the booking with Bruno.
  await erase(placed.patient.id, anna);
  expect([await emailsOf(anna), await emailsOf(bruno)]).toEqual([[], [zsofia.email]]);
  expect(await brunos()).toEqual([[zsofia.email, '']]);
  await using backstage = await openBackstage(stack.place);
  const events = await backstage.store.readStream(`booking-${placed.data.id}`);
  const contacts = events.flatMap(({ type, data }) =>
    'contact' in (data as object) ? [[type, isErased((data as { contact: unknown }).contact)]] : [],
  );
  expect(contacts).toEqual([
    ['BookingPlaced', true],
    ['BookingHandedOver', false],
  ]);
  expect((await searchEverywhere(stack, ['lidocaina'])).join('\n')).toBe('');

  await erase(moved.data.patient_id, bruno);
  expect(await emailsOf(bruno)).toEqual([]);
  await vi.waitFor(async () => expect(await brunos()).toEqual([]), soon);
  await vi.waitFor(async () => expect(await searchEverywhere(stack, secrets)).toEqual([]), soon);
}, 600_000);

import { beforeEach, expect, test } from 'vitest';
import { bookingOf, openPractice, type Practice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

let world: World;
let practice: Practice;
beforeEach(async () => {
  world = createWorld();
  practice = await openPractice(world);
});

const confirm = (bookingId: string) => world.call('confirmBooking', { as: { kind: 'booking', bookingId } });

/** Requests a booking on the public page. */
const request = async (date: string, more: object) =>
  (await world.call('requestBooking', { body: { ...requestOf(practice, date), ...more } })).answer.data.id;

/** Places a booking as staff; returns the booking's language and the patient. */
const place = async (date: string, more: object = {}) => {
  const { booking, patient } = bookingOf(practice.offers[0], date);
  const body = { booking: { ...booking, ...more }, patient };
  const { answer } = await world.call('placeBooking', { body, as: pro(practice.ownerId) });
  return { language: await languageOf(answer.data.id), patient: answer.patient };
};

const languageOf = async (bookingId: string) => {
  const { state } = await world.domain.bookings.load(bookingId);
  return state.status === 'none' ? null : state.language;
};

test("without any choice, a staff booking has the pro's language, and the record has none", async () => {
  const { language, patient } = await place('2026-11-23T09:00');
  expect([language, patient.language]).toEqual(['it', undefined]);
});

test("the page's own language stays with the booking and is no choice", async () => {
  const id = await request('2026-11-23T09:00', { language: 'en' });
  await confirm(id);
  expect(await languageOf(id)).toBe('en');
  expect(await place('2026-11-23T10:00')).toMatchObject({
    language: 'it',
    patient: { id: expect.any(String) },
  });
});

test('a language that the patient chose is kept once the booking is confirmed, not before', async () => {
  const id = await request('2026-11-23T09:00', { language: 'es', languageChosen: true });
  expect((await place('2026-11-23T10:00')).language).toBe('it');
  await confirm(id);
  expect(await place('2026-11-23T11:00')).toMatchObject({ language: 'es', patient: { language: 'es' } });
});

test('using the link again does not undo a later choice of the staff', async () => {
  const id = await request('2026-11-23T09:00', { language: 'es', languageChosen: true });
  await confirm(id);
  const { patient } = await place('2026-11-23T10:00');
  const { name, prefix, phone } = patient;
  const body = { patientId: patient.id, name, prefix, phone, language: 'en' };
  const { answer } = await world.call('updatePatient', { body, as: pro(practice.ownerId) });
  expect(answer.data.language).toBe('en');
  await confirm(id);
  expect((await place('2026-11-23T11:00')).language).toBe('en');
});

test('a language that staff chose holds for the booking and the record', async () => {
  expect(await place('2026-11-23T09:00', { language: 'en' })).toMatchObject({
    language: 'en',
    patient: { language: 'en' },
  });
  expect((await place('2026-11-23T10:00')).language).toBe('en');
});

test("the choice for a dependant is the responsible person's, who gets the mails", async () => {
  const { contactInfo, ...rest } = requestOf(practice, '2026-11-23T09:00');
  const attendee = { name: 'Pia Verdi', birthDate: '2020-01-01' };
  const body = { ...rest, contactInfo: { ...contactInfo, attendee }, language: 'es', languageChosen: true };
  const { id } = (await world.call('requestBooking', { body })).answer.data;
  await confirm(id);
  const { state } = await world.domain.bookings.load(id);
  const child = state.status === 'none' ? '' : state.patientId;
  const { answer } = await world.call('placeBooking', {
    body: {
      booking: { hubServiceId: practice.offers[0], date: '2026-11-23T10:00' },
      patient: { id: child, name: 'Pia Verdi', email: null, prefix: null, phone: null },
    },
    as: pro(practice.ownerId),
  });
  expect(await languageOf(answer.data.id)).toBe('es');
  expect((await world.domain.patients.load(child)).state).not.toHaveProperty('language');
});

test('a moved booking keeps its language', async () => {
  const { answer } = await world.call('placeBooking', {
    body: {
      ...bookingOf(practice.offers[0], '2026-11-23T09:00'),
      booking: { hubServiceId: practice.offers[0], date: '2026-11-23T09:00', language: 'es' },
    },
    as: pro(practice.ownerId),
  });
  const { id } = answer.data;
  const body = { date: '2026-11-24T09:00', hub_service_id: practice.offers[0] };
  await world.call('editBooking', { params: { id }, body, as: pro(practice.ownerId) });
  expect(await languageOf(id)).toBe('es');
});

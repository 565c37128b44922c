import { beforeEach, expect, it } from 'vitest';
import { bookingOf, openPractice, type Practice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';
import { byEmail } from './known.ts';

const contact = { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' };
const [old, corrected] = ['carla@example.com', 'carla.verdi@example.com'];

let world: World;
let practice: Practice;
let patientId: string;
let as: ReturnType<typeof pro>;
beforeEach(async () => {
  world = createWorld();
  practice = await openPractice(world);
  as = pro(practice.ownerId);
  const body = bookingOf(practice.offers[0], '2026-11-23T09:00');
  patientId = (await world.call('placeBooking', { body, as })).answer.patient.id;
});

const correct = (email: string, more: object = {}) =>
  world.call('updatePatient', { body: { ...contact, patientId, email, ...more }, as });
const register = async (email: string | null) => {
  const body = { ...contact, name: 'Ugo Neri', email };
  return (await world.call('registerPatient', { body, as })).answer.data.id;
};
const leadsTo = (email: string) => world.pseudonyms.find(byEmail(practice.ownerId, email));

it('corrects the email, which then leads to the patient; the old one leads to nobody', async () => {
  const { answer } = await correct(corrected);
  expect(answer.data).toMatchObject({ email: corrected, name: 'Carla Verdi' });
  expect(await leadsTo(corrected)).toBe(patientId);
  expect(await leadsTo(old)).toBeNull();
  expect(await register(old)).not.toBe(patientId);
});

it('keeps the email where only its spelling changes', async () => {
  await correct('Carla@Example.com');
  expect(await leadsTo(old)).toBe(patientId);
});

it('refuses the email of another patient, and names that patient to the professional of both', async () => {
  const otherId = await register(corrected);
  await expect(correct(corrected)).rejects.toMatchObject({ code: 'email-taken', patientId: otherId });
  expect((await world.domain.patients.load(patientId)).state).toMatchObject({ email: old });
  expect(await leadsTo(corrected)).toBe(otherId);
});

it('takes an email that a visitor typed and never confirmed', async () => {
  await world.call('requestBooking', { body: requestOf(practice, '2026-11-24T09:00', 'carla.verdi') });
  expect(await leadsTo(corrected)).not.toBeNull();
  await correct(corrected);
  expect(await leadsTo(corrected)).toBe(patientId);
});

it('changes no email of a restricted record, and leaves the new one free', async () => {
  await world.call('restrictPatient', { params: { patientId }, body: { restricted: true }, as });
  await expect(correct(corrected)).rejects.toMatchObject({ code: 'patient-restricted' });
  expect(await leadsTo(corrected)).toBeNull();
});

it('writes a booking of a listed patient to the present email, whatever the form had', async () => {
  await correct(corrected);
  const body = bookingOf(practice.offers[0], '2026-11-25T09:00');
  const { answer } = await world.call('placeBooking', {
    body: { ...body, patient: { ...body.patient, id: patientId, email: old } },
    as,
  });
  expect(answer.patient).toMatchObject({ id: patientId, email: corrected });
});

import { describe, expect, it } from 'vitest';
import { bookingOf, openPractice, registerPro } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

it('corrects a pro’s own patients only', async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const stranger = await registerPro(world, 'stranger');
  const as = pro(practice.ownerId);
  const { answer } = await world.call('placeBooking', {
    body: bookingOf(practice.offers[0], '2026-11-23T09:00'),
    as,
  });
  const body = { patientId: answer.patient.id, name: 'Carla Neri', prefix: '+34', phone: '600111222' };
  await expect(world.call('updatePatient', { body, as: pro(stranger) })).rejects.toMatchObject({
    code: 'not-found',
  });
  const updated = await world.call('updatePatient', { body, as });
  expect(updated.answer.data).toMatchObject({ name: 'Carla Neri', email: 'carla@example.com' });
});

describe('adding a patient', () => {
  const body = {
    name: 'Ugo Neri',
    email: 'ugo@example.com',
    prefix: '+39',
    phone: '3330009999',
    birthDate: '1980-02-29',
    tags: ['VIP', 'vip'],
    note: 'Preferisce il pomeriggio',
  };

  it('takes all fields of a record, without a booking', async () => {
    const world = createWorld();
    const as = pro(await registerPro(world, 'anna'));
    const { answer } = await world.call('registerPatient', { body, as });
    const { birthDate, ...rest } = body;
    expect(answer.data).toMatchObject({ ...rest, tags: ['VIP'], birth_date: birthDate });
    const params = { patientId: answer.data.id };
    const tagged = await world.call('setPatientRemarks', { params, body: { tags: ['Ortodonzia'] }, as });
    expect(tagged.answer.data).toMatchObject({ tags: ['Ortodonzia'], note: body.note });
    const noted = await world.call('setPatientRemarks', { params, body: { note: '' }, as });
    expect(noted.answer.data).toMatchObject({ tags: ['Ortodonzia'], note: '' });
  });

  it('adds patients without email and phone, each as a new one', async () => {
    const world = createWorld();
    const as = pro(await registerPro(world, 'anna'));
    const unreachable = { name: 'Ugo Neri', email: null, prefix: null, phone: null };
    const one = await world.call('registerPatient', { body: unreachable, as });
    const other = await world.call('registerPatient', { body: unreachable, as });
    expect(one.answer.data).toMatchObject({ name: 'Ugo Neri', email: '', phone: '', tags: [], note: '' });
    expect(other.answer.data.id).not.toBe(one.answer.data.id);
  });

  it('refuses an email that already leads to a patient', async () => {
    const world = createWorld();
    const practice = await openPractice(world);
    const as = pro(practice.ownerId);
    const { answer } = await world.call('placeBooking', {
      body: bookingOf(practice.offers[0], '2026-11-23T09:00'),
      as,
    });
    const taken = { ...body, email: answer.patient.email };
    await expect(world.call('registerPatient', { body: taken, as })).rejects.toMatchObject({
      code: 'email-taken',
    });
    const first = await world.call('registerPatient', { body, as });
    await expect(world.call('registerPatient', { body, as })).rejects.toMatchObject({ code: 'email-taken' });
    expect(first.answer.data.email).toBe(body.email);
  });

  it('is private: tags and notes of others are not found', async () => {
    const world = createWorld();
    const as = pro(await registerPro(world, 'anna'));
    const stranger = pro(await registerPro(world, 'stranger'));
    const { answer } = await world.call('registerPatient', { body, as });
    const params = { patientId: answer.data.id };
    for (const asked of [
      world.call('setPatientRemarks', { params, body: { tags: [] }, as: stranger }),
      world.call('setPatientRemarks', { params, body: { note: 'x' }, as: stranger }),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'not-found' });
  });
});

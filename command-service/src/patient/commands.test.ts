import { expect, it } from 'vitest';
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

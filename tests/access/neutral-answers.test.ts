import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic, requestOf } from '../support/http-practice.ts';
import { sentMails } from '../support/inside.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict' });

it('tells nobody but the patient’s own mailbox that they have the one appointment a pro lets them have', async () => {
  const { client, stack } = product();
  const anna = await registerProven(product(), 'anna');
  const { clinicId, offers } = await openClinic(client, anna, 'Studio Roma');
  const body = { patientBookingLimit: true };
  await succeed(client.call('updateOptions', { params: { id: anna.proId }, body, token: anna.token }));
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const booking = { hubServiceId: offers[0], date: `${dayAhead(3)}T09:00` };
  await succeed(client.call('placeBooking', { body: { booking, patient }, token: anna.token }));

  const ask = (name: string, hour: string) =>
    client.call('requestBooking', { body: requestOf(clinicId, offers[0], `${dayAhead(4)}T${hour}`, name) });
  const [known, unknown] = [await ask('carla', '09:00'), await ask('dora', '10:00')];
  const shapeOf = ({ status, body: answered }: typeof known) => [
    status,
    answered.message,
    Object.keys(answered.data ?? {}),
  ];
  expect(known.status).toBe(200);
  expect(shapeOf(known)).toEqual(shapeOf(unknown));

  const textsTo = async (name: string) =>
    (await sentMails(stack.varDirectory)).filter(
      (mail) => mail.includes(`To: ${name}@example.com`) && !mail.includes('text/calendar'),
    );
  await expect.poll(async () => (await textsTo('dora')).length, { timeout: 30_000 }).toBe(1);
  await expect.poll(async () => (await textsTo('carla')).length, { timeout: 30_000 }).toBe(1);
  expect((await textsTo('dora'))[0]).toContain('/confirmation/');
  expect((await textsTo('carla'))[0]).not.toContain('/confirmation/');
});

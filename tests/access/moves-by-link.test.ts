import { expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic } from '../support/http-practice.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict' });

it('a link moves its visit at most twenty times a day and can still show and cancel it; the professional can still move it', async () => {
  const { client, stack } = product();
  await using backstage = await openBackstage(stack.place);
  const pro = await registerProven(product(), 'anna');
  const { offers } = await openClinic(client, pro, 'Studio Anna');
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const dateOf = (move: number) => `${dayAhead(2 + move)}T09:00`;
  const booking = { hubServiceId: offers[0], date: dateOf(0) };
  const placed = await succeed(client.call('placeBooking', { body: { booking, patient }, token: pro.token }));
  const { id } = placed.data;
  const token = backstage.bookingTokens.issue('manage', id);
  const move = (nth: number) => client.call('moveManagedBooking', { body: { date: dateOf(nth % 2) }, token });
  for (let nth = 1; nth <= 20; nth++) await succeed(move(nth));
  expect(await move(21)).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  const body = { date: dateOf(2), hub_service_id: offers[0] };
  await succeed(client.call('editBooking', { params: { id }, body, token: pro.token }));
  expect((await succeed(client.call('getManagedBooking', { token }))).data.status).toBe('confirmed');
  expect((await succeed(client.call('cancelManagedBooking', { token }))).data.status).toBe('cancelled');
});

import { expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import { dayAhead, join, openClinic, registerPro } from '../support/http-practice.ts';

// Fewer bookings per professional and day than the default keep the test short.
const perProfessional = 3;
const product = useProduct({
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_FACTOR: '1',
  RATE_LIMIT_SIGNUP: '1000/1h',
  RATE_LIMIT_A_IP: '1000/1h',
  RATE_LIMIT_I: '1000/1h',
  RATE_LIMIT_M_IP: '1000/1h',
  PRO_BOOKINGS_PER_DAY: String(perProfessional),
});

it('lets the reception of twelve professionals make the bookings of twelve', async () => {
  const { client, stack } = product();
  const owner = await registerPro(client, 'olga');
  const backstage = await openBackstage(stack.place);
  await backstage.assignPremium(owner.proId);
  await backstage.close();
  const { clinicId, services, offers } = await openClinic(client, owner, 'Studio Roma');
  const team = { owner, clinicId, services };
  for (let index = 1; index < 12; index++) {
    // oxlint-disable-next-line no-await-in-loop -- one clinic's stream
    await join(client, team, await registerPro(client, `pro${index}`));
  }
  const desk = await registerPro(client, 'rita');
  await join(client, { ...team, role: 'reception' }, desk);
  const patient = { name: 'Ada', email: 'ada@example.com', prefix: '+39', phone: '3330001111' };
  const place = async (token: string, index: number) => {
    const time = `${String(8 + (index % 10)).padStart(2, '0')}:00`;
    const booking = { hubServiceId: offers[0], date: `${dayAhead(2 + Math.floor(index / 10))}T${time}` };
    return (await client.call('placeBooking', { body: { booking, patient }, token })).status;
  };
  const statuses: number[] = [];
  for (let index = 0; index <= 12 * perProfessional; index++) {
    // oxlint-disable-next-line no-await-in-loop -- counted one after the other
    statuses.push(await place(desk.token, index));
  }
  expect(statuses.slice(0, -1)).toEqual(Array.from({ length: 12 * perProfessional }, () => 200));
  expect(statuses.at(-1)).toBe(429);
}, 240_000);

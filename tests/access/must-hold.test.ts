// @module-tag release
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { createClient, type Send, succeed } from '../support/http.ts';
import { dayAhead, openClinic } from '../support/http-practice.ts';
import { lookInside, sentMails } from '../support/inside.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict', TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });

/** Sends from an address in a network of its own. */
const sendFrom = (n: number): Send => {
  const address = `198.${18 + Math.floor(n / 250)}.${n % 250}.7`;
  return (url, request) =>
    fetch(url, { ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
};

it('one recipient gets at most thirty mails a day, from a thousand requests of twenty accounts', async () => {
  const { stack } = product();
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  const provoke = async (n: number): Promise<void> => {
    const client = createClient(stack.address, sendFrom(n));
    const pro = await registerProven({ ...product(), client }, `pro${n}`);
    const { offers } = await openClinic(client, pro, `Studio ${n}`);
    for (let visit = 0; visit < 50; visit++) {
      const time = String(9 + Math.floor(visit / 28)).padStart(2, '0');
      const booking = { hubServiceId: offers[0], date: `${dayAhead(1 + (visit % 28))}T${time}:00` };
      await succeed(client.call('placeBooking', { body: { booking, patient }, token: pro.token }));
    }
  };
  for (let n = 0; n < 20; n++) await provoke(n);
  await using inside = await lookInside(stack.place);
  const left = async () => {
    const sql = `select count(*)::int as n from notifier.outbox where name = 'booked-by-pro' and state not in ('sent', 'dropped')`;
    return (await inside.pool.query<{ n: number }>(sql)).rows[0]?.n;
  };
  await expect.poll(left, { timeout: 300_000, interval: 1_000 }).toBe(0);
  const mails = (await sentMails(stack.varDirectory)).filter((mail) => mail.includes('To: carla@'));
  console.info('mails to one recipient', mails.length);
  expect(mails.length).toBeLessThanOrEqual(30);
  expect(mails.length).toBeGreaterThan(0);
}, 900_000);

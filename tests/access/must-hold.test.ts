// @module-tag release
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { createClient, type Send, succeed } from '../support/http.ts';
import { dayAhead, openClinic, requestOf } from '../support/http-practice.ts';
import { lookInside, sentMails } from '../support/inside.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict', TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });

type Day = { bookingAvailabilities: { availabilities: string[] }[]; date: string };
const addresses = 500;
const asksEach = 10;

/** From an address of a network of its own. */
const sendFrom = (n: number): Send => {
  const address = `198.${18 + Math.floor(n / 250)}.${n % 250}.7`;
  return (url, request) =>
    fetch(url, { ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
};

it('a month cannot be filled by five hundred addresses that solve no proof', async () => {
  const pro = await registerProven(product(), 'anna');
  const hours = { working_day: 9, starting_hour: '09:00', ending_hour: '17:00' };
  const { clinicId, offers } = await openClinic(product().client, pro, 'Studio Anna', { hours });
  const free = async () => {
    const { data } = await succeed(
      createClient(product().stack.address, sendFrom(999)).call('getBookingAvailabilities', {
        params: { clinicId },
        query: { hubServiceId: offers[0] },
      }),
    );
    return (data as Day[]).flatMap(({ date, bookingAvailabilities }) =>
      bookingAvailabilities.flatMap(({ availabilities }) => availabilities.map((time) => `${date}T${time}`)),
    );
  };
  await expect.poll(async () => (await free().catch(() => [])).length).toBeGreaterThan(400);
  const before = await free();
  const said = new Map<string, number>();
  const attack = async (n: number): Promise<void> => {
    const { call } = createClient(product().stack.address, sendFrom(n));
    for (let ask = 0; ask < asksEach; ask++) {
      const slot = before[(n * asksEach + ask) % before.length]!;
      const request = requestOf(clinicId, offers[0], slot, `p${n}x${ask}`);
      const phone = `33${String(n * asksEach + ask).padStart(8, '0')}`;
      const { status, body } = await call('requestBooking', {
        body: { ...request, contactInfo: { ...request.contactInfo, phone } },
      });
      const what = status === 200 ? 'held' : String(body.code);
      said.set(what, (said.get(what) ?? 0) + 1);
    }
  };
  const waiting = Array.from({ length: addresses }, (_, n) => n);
  const attackers = Array.from({ length: 16 }, async () => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) await attack(n);
  });
  await Promise.all(attackers);
  const after = await free();
  console.info('a month under attack', {
    before: before.length,
    after: after.length,
    said: Object.fromEntries(said),
  });
  expect(after.length).toBeGreaterThanOrEqual(before.length / 2);
  const { data } = await succeed(
    product().client.call('getProCalendar', { params: { proId: pro.proId }, token: pro.token }),
  );
  expect(data.held).toHaveLength(said.get('held') ?? 0);
}, 900_000);

it('one recipient gets thirty mails a day of what twenty accounts provoke a thousand times', async () => {
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

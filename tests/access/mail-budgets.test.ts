import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic } from '../support/http-practice.ts';
import { lookInside, sentMails } from '../support/inside.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict' });

it('sends one recipient at most 12 mails a day from one account and 30 in all', async () => {
  const { client, stack } = product();
  const provoke = async (username: string) => {
    const pro = await registerProven(product(), username);
    const { offers } = await openClinic(client, pro, `Studio ${username}`);
    for (let visit = 0; visit < 13; visit++) {
      // An address with a different tag after the plus belongs to the same mailbox.
      const email = visit % 2 ? `carla+${username}${visit}@example.com` : 'carla@example.com';
      const patient = { name: 'Carla', email, prefix: '+39', phone: '3330001111' };
      const booking = { hubServiceId: offers[0], date: `${dayAhead(2 + visit)}T09:00` };
      await succeed(client.call('placeBooking', { body: { booking, patient }, token: pro.token }));
    }
    return pro;
  };
  await using inside = await lookInside(stack.place);
  const count = async (state: string) => {
    const sql = `select count(*)::int as n from notifier.outbox where name = 'booked-by-pro' and state = $1`;
    return (await inside.pool.query<{ n: number }>(sql, [state])).rows[0]?.n;
  };
  const mailCount = async () =>
    (await sentMails(stack.varDirectory)).filter((mail) => /^To: carla[@+]/m.test(mail)).length;
  const anna = await provoke('anna');
  await expect.poll(() => count('dropped'), { timeout: 60_000 }).toBe(1);
  await expect.poll(mailCount, { timeout: 60_000 }).toBe(12);
  const days = { params: { proId: anna.proId }, token: anna.token };
  const unmailed = async () =>
    (await succeed(client.call('getProCalendar', days))).data.bookings.filter((one) => one.not_mailed).length;
  await expect.poll(unmailed, { timeout: 30_000 }).toBe(1);
  await provoke('bruno');
  await provoke('chiara');
  await expect.poll(() => count('dropped'), { timeout: 60_000 }).toBe(9);
  await expect.poll(mailCount, { timeout: 60_000 }).toBe(30);
}, 180_000);

// @module-tag release
import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { lookInside, sentMails } from '../support/inside.ts';

const practice = usePractice();

it('a booking moved repeatedly causes at most two mails a minute, and never two about the same day', async () => {
  const { client, anna, clinic, stack } = practice();
  await using inside = await lookInside(stack.place);
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  // Takes minutes, possibly past midnight.
  const days = Array.from({ length: 9 }, (_, at) => dayAhead(at));
  const booking = { hubServiceId: clinic.offers[0], date: `${days[3]}T09:00` };
  const body = { booking, patient };
  const { id } = (await succeed(client.call('placeBooking', { body, token: anna.token }))).data;
  const move = (day: number) => {
    const to = { date: `${days[day]}T09:00`, hub_service_id: clinic.offers[0] };
    return succeed(client.call('editBooking', { params: { id }, body: to, token: anna.token }));
  };
  const states = async () =>
    (
      await inside.pool.query<{ state: string; seconds: number }>(
        `select state, extract(epoch from due_at - min(due_at) over ())::int as seconds
         from notifier.outbox where name = 'moved' and state <> 'dropped' order by due_at`,
      )
    ).rows;
  // A mail composed after the move would contain the new day.
  const mails = async () =>
    (await sentMails(stack.varDirectory)).filter((mail) => mail.includes('To: carla@'));
  await expect.poll(mails, { timeout: 30_000 }).toHaveLength(1);
  await move(4);
  await expect.poll(states, { timeout: 30_000 }).toEqual([{ state: 'sent', seconds: 0 }]);
  for (const day of [5, 6, 7]) await move(day);
  const both = (state: string) => [
    { state: 'sent', seconds: 0 },
    { state, seconds: 60 },
  ];
  await expect.poll(states, { timeout: 30_000 }).toEqual(both('asked'));
  await expect.poll(states, { timeout: 120_000, interval: 1_000 }).toEqual(both('sent'));
  const announced = (await mails()).flatMap((mail) => {
    const { base64 = '' } = /text\/calendar[^]*?\r?\n\r?\n(?<base64>[\w+/=\s]+)/.exec(mail)?.groups ?? {};
    const written = mail.includes('BEGIN:VCALENDAR') ? mail : Buffer.from(base64, 'base64').toString();
    return /^DTSTART:(\d{8})/m.exec(written)?.[1] ?? [];
  });
  expect(announced.toSorted()).toEqual([3, 4, 7].map((day) => days[day]!.replaceAll('-', '')));

  // Pending mails of a deleted booking are dropped.
  await move(8);
  await succeed(client.call('deleteBooking', { params: { id }, token: anna.token }));
  const left = async () =>
    (await inside.pool.query(`select from notifier.outbox where name = 'moved' and state = 'asked'`))
      .rowCount;
  await expect.poll(left, { timeout: 120_000, interval: 1_000 }).toBe(0);
  expect(await states()).toHaveLength(2);
}, 400_000);

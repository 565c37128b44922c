import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { usePractice } from '../support/hooks.ts';
import { lookInside } from '../support/inside.ts';
import { startMailServer } from '../support/mail-server.ts';

const server = await startMailServer();
afterAll(() => server.close());
const practice = usePractice({ SMTP_URL: `smtp://127.0.0.1:${server.port}` });
const soon = { timeout: 30_000, interval: 100 };

const addresses = { taken: '', unknown: '', full: '', policy: '', limit: '', bare: '', busy: '' };
type Kind = keyof typeof addresses;
const kinds = Object.keys(addresses) as Kind[];
const addressOf = (kind: Kind) => `${kind}@example.com`;
const attemptsOf = (kind: Kind) => server.recipients.filter((to) => to === addressOf(kind)).length;

const bookings = {} as Record<Kind, string>;
beforeAll(async () => {
  server.turnAway(addressOf('unknown'), '550 5.1.1 no such user');
  server.turnAway(addressOf('full'), '552 5.2.2 mailbox full', 'after reading');
  server.turnAway(addressOf('policy'), '550 5.7.1 relaying denied');
  server.turnAway(
    addressOf('limit'),
    '550-5.4.5 daily sending limit exceeded\r\n550 5.4.5 come back',
    'after reading',
  );
  server.turnAway(addressOf('bare'), '550 relay not permitted');
  server.turnAway(addressOf('busy'), '451 4.3.0 not now');
  const { client, anna, clinic } = practice();
  for (const [index, kind] of kinds.entries()) {
    const booking = {
      hubServiceId: clinic.offers[0],
      date: `${dayAhead(5)}T${9 + index}:00`.replace('T9', 'T09'),
    };
    const patient = { name: kind, email: addressOf(kind), prefix: '+39', phone: `333000111${index}` };
    const placed = await succeed(
      client.call('placeBooking', { body: { booking, patient }, token: anna.token, key: kind }),
    );
    bookings[kind] = placed.data.id;
  }
}, 120_000);

/** Returns, for each booking, whether a mail was not sent and whether the server refused it. */
const seen = async () => {
  const { client, anna } = practice();
  const days = { params: { proId: anna.proId }, token: anna.token };
  const { data } = await succeed(client.call('getProCalendar', days));
  const signOf = (kind: Kind) => {
    const booking = data.bookings.find(({ id }) => id === bookings[kind]);
    return [booking?.not_mailed === true, booking?.mail_refused === true];
  };
  return Object.fromEntries(kinds.map((kind) => [kind, signOf(kind)]));
};

const states = async () => {
  await using inside = await lookInside(practice().stack.place);
  const { rows } = await inside.pool.query<{ about: string; state: string }>(
    `select payload->>'about' as about, state from notifier.outbox where name = 'booked-by-pro'`,
  );
  const stateOf = new Map(rows.map(({ about, state }) => [about, state]));
  return Object.fromEntries(kinds.map((kind) => [kind, stateOf.get(bookings[kind])]));
};

const refused = [true, true];
const fine = [false, false];

it('a permanently refused mail is shown at the booking and not retried', async () => {
  await vi.waitFor(
    async () =>
      expect(await seen()).toEqual({
        taken: fine,
        unknown: refused,
        full: refused,
        policy: refused,
        limit: refused,
        bare: refused,
        busy: fine,
      }),
    soon,
  );
  await vi.waitFor(
    async () => expect(await states()).toMatchObject({ taken: 'sent', unknown: 'dropped', full: 'dropped' }),
    soon,
  );
  // Temporary refusals, and those that may be the sender's fault, are retried.
  const triedAgain: readonly Kind[] = ['policy', 'limit', 'bare', 'busy'];
  await vi.waitFor(() => expect(triedAgain.every((kind) => attemptsOf(kind) > 1)).toBe(true), soon);
  expect([attemptsOf('taken'), attemptsOf('unknown'), attemptsOf('full')]).toEqual([1, 1, 1]);
  expect(practice().stack.output()).not.toMatch(/no such user|@example\.com/);
});

it('a mail refused temporarily, or by a rule that was fixed, is sent later, and a mailed move clears the warning', async () => {
  server.turnAway(addressOf('policy'), null);
  server.turnAway(addressOf('busy'), null);
  await vi.waitFor(async () => expect(await states()).toMatchObject({ policy: 'sent', busy: 'sent' }), soon);
  server.turnAway(addressOf('unknown'), null);
  const { client, anna, clinic } = practice();
  const later = { date: `${dayAhead(6)}T09:00`, hub_service_id: clinic.offers[0] };
  await succeed(
    client.call('editBooking', { params: { id: bookings.unknown }, body: later, token: anna.token }),
  );
  await vi.waitFor(async () => expect((await seen())['unknown']).toEqual(fine), soon);
  await vi.waitFor(() => expect(server.mails.map(({ to }) => to)).toContain(addressOf('unknown')), soon);
});

it('a refused mail of a series is shown at each of its visits, with one notice', async () => {
  const { client, anna, clinic } = practice();
  const { token } = anna;
  const email = 'nowhere@example.com';
  server.turnAway(email, '550 5.1.1 no such user');
  const patient = { name: 'Nora', email, prefix: '+39', phone: '3330002222' };
  const repeat = { first: `${dayAhead(20)}T09:00`, unit: 'week', every: 1, count: 3 } as const;
  const body = { booking: { hubServiceId: clinic.offers[0] }, patient, repeat };
  const planned = await succeed(client.call('planSeries', { body, token }));
  const params = { proId: anna.proId };
  const ofSeries = async () => {
    const { data } = await succeed(client.call('getProCalendar', { params, token }));
    return data.bookings.filter(({ series }) => series?.id === planned.data.id);
  };
  const refusal = { not_mailed: true, mail_refused: true };
  await vi.waitFor(async () => expect(await ofSeries()).toMatchObject([refusal, refusal, refusal]), soon);
  const { data } = await succeed(client.call('getNotices', { token, query: {} }));
  expect(data.notices.filter(({ patient_name: name }) => name === 'Nora')).toMatchObject([
    { kind: 'not-mailed', reason: 'refused' },
  ]);
});

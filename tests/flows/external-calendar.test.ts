import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { type CalendarStack, startCalendarStack } from '../support/calendar-stack.ts';
import { dayAhead, openClinic, registerPro } from '../support/http-practice.ts';
import { type Client, createClient, succeed } from '../support/http.ts';

let product: CalendarStack;
let client: Client;
beforeAll(async () => {
  product = await startCalendarStack({}, 5);
  client = createClient(product.stack.address);
}, 600_000);
afterAll(() => product?.stop());

const soon = { timeout: 15_000, interval: 50 };

it('copies bookings to the connected calendar until access is revoked', async () => {
  const { call } = client;
  const { stack, double } = product;
  const statuses = () => [...double.events.values()].map(({ status }) => status);
  const anna = await registerPro(client, 'anna');
  const { token } = anna;
  const params = { id: anna.proId };
  const { offers } = await openClinic(client, anna, 'Studio Roma');
  const day = dayAhead(3);
  const place = (time: string, name: string) => {
    const patient = { name, email: `${name}@example.com`, phone: '3330001111', prefix: '+39' };
    const booking = { hubServiceId: offers[0], date: `${day}T${time}` };
    return succeed(call('placeBooking', { body: { booking, patient }, token }));
  };
  const googleAccessToken = async () =>
    (await succeed(call('authenticate', { token }))).data.options.googleAccessToken;

  const allow = async () => {
    const { data } = await succeed(call('authorizeCalendar', { params, token }));
    return double.allow(data.url);
  };

  expect((await call('authorizeCalendar', { params, token })).body.code).toBe('plan-required');
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(anna.proId);
  await place('09:00', 'before');

  const { code, state } = await allow();
  const wrong = { code, state: (await allow()).state };
  expect((await call('connectCalendar', { params, body: wrong, token })).body.code).toBe('calendar-refused');
  expect([await googleAccessToken(), double.refreshTokens()]).toEqual([null, 0]);
  const { position } = await succeed(call('connectCalendar', { params, body: { code, state }, token }));
  expect(await googleAccessToken()).toBe('connected');
  const { data: options } = await succeed(
    call('getOptions', { params: { proId: anna.proId }, token, from: position! }),
  );
  expect(options).toMatchObject({ googleAccessToken: 'connected' });
  await vi.waitFor(() => expect(statuses()).toEqual(['confirmed']), soon);

  const placed = await place('10:00', 'after');
  await vi.waitFor(() => expect(double.events.size).toBe(2), soon);
  const id = placed.data.id.replaceAll('-', '');
  expect(double.events.get(id)).toMatchObject({
    summary: 'Visita – after',
    location: 'Studio Roma, Via Appia 1, 00100 Roma',
    start: { dateTime: new Date(placed.data.date).toISOString(), timeZone: 'Europe/Rome' },
  });

  const moved = { date: `${day}T11:00`, hub_service_id: offers[0] };
  const edited = await succeed(call('editBooking', { params: { id: placed.data.id }, body: moved, token }));
  const start = { dateTime: new Date(edited.data.date).toISOString() };
  await vi.waitFor(() => expect(double.events.get(id)).toMatchObject({ start }), soon);
  double.fail({ path: /events/, answer: { status: 503, body: {} } });
  await succeed(call('deleteBooking', { params: { id: placed.data.id }, token }));
  await vi.waitFor(() => expect(double.events.get(id)?.status).toBe('cancelled'), soon);
  const asked = double.requests.filter((request) => request === 'POST /token');
  expect(asked.length, 'access tokens end after seconds').toBeGreaterThan(4);

  double.withdraw();
  await place('12:00', 'unseen');
  await vi.waitFor(async () => expect(await googleAccessToken()).toBeNull(), soon);
  expect(double.events.size).toBe(2);

  await succeed(call('connectCalendar', { params, body: await allow(), token }));
  await vi.waitFor(() => expect(double.events.size).toBe(3), soon);
  expect(double.refreshTokens()).toBe(1);
  await succeed(call('disconnectCalendar', { params, token }));
  await vi.waitFor(() => expect(double.refreshTokens(), 'revoked').toBe(0), soon);
  expect(double.requests).toContain('POST /revoke');
  expect(await googleAccessToken()).toBeNull();
  expect(stack.output()).not.toMatch(/unseen|after@|Bearer/);
});

it('gives a professional’s calendar a private feed address, until it is revoked', async () => {
  const { call } = client;
  const { stack } = product;
  const bea = await registerPro(client, 'bea');
  const { token } = bea;
  const params = { id: bea.proId };
  const { offers } = await openClinic(client, bea, 'Studio, Milano');
  const book = (days: number, name: string) => {
    const patient = { name, email: `${name}@example.com`, phone: '3330001111', prefix: '+39' };
    const booking = { hubServiceId: offers[0], date: `${dayAhead(days)}T09:00` };
    return succeed(call('placeBooking', { body: { booking, patient }, token }));
  };
  const placed = await book(2, 'soon');
  const gone = await book(3, 'gone');
  await book(90, 'later');
  const { position } = await succeed(call('deleteBooking', { params: { id: gone.data.id }, token }));
  await succeed(call('getOptions', { params: { proId: bea.proId }, token, from: position! }));

  const has = async () => (await succeed(call('getSessions', { token }))).calendarFeed;
  expect(await has()).toBe(false);
  const addressOf = async () => {
    const { pathname } = new URL((await succeed(call('createCalendarFeed', { params, token }))).data.url);
    return new URL(pathname, stack.address);
  };
  const feed = await addressOf();
  const response = await fetch(feed);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
  const start = new Date(placed.data.date).toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`UID:${placed.data.id}@`),
      `DTSTART:${start}Z`,
      'SUMMARY:Visita – soon',
      'SUMMARY:Visita – later',
      String.raw`LOCATION:Studio\, Milano`,
    ]),
  );
  expect(text).not.toMatch(/example\.com\s|3330001111|gone/);

  const tag = response.headers.get('etag')!;
  const again = await fetch(feed, { headers: { 'if-none-match': tag } });
  expect([again.status, await again.text()]).toEqual([304, '']);

  const second = await addressOf();
  expect([(await fetch(feed)).status, (await fetch(second)).status]).toEqual([404, 200]);
  expect(await has()).toBe(true);
  await succeed(call('removeCalendarFeed', { params, token }));
  expect(await has()).toBe(false);
  expect((await fetch(second)).status).toBe(404);
  // Without the form of a secret it is an ordinary address.
  expect((await fetch(new URL('/calendar/x.ics', stack.address))).headers.get('content-type')).toMatch(
    'text/html',
  );
  expect(stack.output()).not.toContain(second.pathname);
});

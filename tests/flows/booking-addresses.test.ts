import { expect, it } from 'vitest';
import { succeed } from '../support/http.ts';
import { registerPro } from '../support/http-practice.ts';
import { useProduct } from '../support/hooks.ts';

const product = useProduct();

it('one of ten concurrent changes of a booking slug wins, and the other slugs stay free', async () => {
  const { call } = product().client;
  const [anna, bea] = [
    await registerPro(product().client, 'anna'),
    await registerPro(product().client, 'bea'),
  ];
  const change = ({ proId, token }: typeof anna, calendarPageUrl: string) =>
    call('updateOptions', { params: { id: proId }, body: { calendarPageUrl }, token });
  await succeed(change(anna, 'before'));
  const wanted = Array.from({ length: 10 }, (_, index) => `studio_${index}`);
  const replies = await Promise.all(wanted.map((one) => change(anna, one)));
  for (const { status, body } of replies)
    if (status !== 200) expect([status, body.code]).toEqual([409, 'conflict']);
  const present = (await succeed(call('authenticate', { token: anna.token }))).data.options.calendarPageUrl;
  expect(wanted).toContain(present);
  const taken = [];
  for (const one of ['before', ...wanted]) {
    const { status, body } = await change(bea, one);
    if (status !== 200) taken.push([one, body.code]);
  }
  expect(taken).toEqual([[present, 'slug-taken']]);
}, 600_000);

it('an old booking slug redirects to the present one while the account exists', async () => {
  const { client, stack } = product();
  const { call } = client;
  const { proId, token } = await registerPro(client, 'lia');
  const { position } = await succeed(
    call('updateOptions', { params: { id: proId }, body: { calendarPageUrl: 'studio_lia' }, token }),
  );
  const shown = (url: string, from: string) => call('getProByUrl', { params: { url }, from });
  await succeed(shown('studio_lia', position!));
  expect((await shown('lia', position!)).status, 'a free address').toBe(404);
  const open = (path: string) => fetch(new URL(path, stack.address), { redirect: 'manual' });
  const led = await open('/booking/lia?utm_source=card');
  expect([led.status, led.headers.get('location')]).toEqual([302, '/booking/studio_lia?utm_source=card']);
  expect(led.headers.get('cache-control')).toBe('no-store');
  expect((await open('/booking/studio_lia')).status).toBe(200);
  expect((await open('/booking/nobody_there')).status, 'a page that says so').toBe(200);

  await succeed(call('deletePro', { params: { id: proId }, token }));
  await expect.poll(async () => (await open('/booking/lia')).status).toBe(200);
});

it('a username that is a reserved word becomes no booking slug', async () => {
  const { call } = product().client;
  const { proId, token } = await registerPro(product().client, 'login');
  const { position } = await succeed(call('updateOptions', { params: { id: proId }, body: {}, token }));
  const address = `login_${proId.slice(0, 8)}`;
  const { data } = await succeed(call('authenticate', { token }));
  expect([data.username, data.options.calendarPageUrl]).toEqual(['login', address]);
  const from =
    position ??
    (
      await succeed(
        call('updateOptions', { params: { id: proId }, body: { patientBookingLimit: true }, token }),
      )
    ).position!;
  expect((await succeed(call('getProByUrl', { params: { url: address }, from }))).data.id).toBe(proId);
  expect((await call('getProByUrl', { params: { url: 'login' }, from })).status).toBe(404);
}, 600_000);

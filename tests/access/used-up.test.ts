// @module-tag release
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { createClient, type Send, succeed } from '../support/http.ts';
import { mailed, registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict', TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1000' });

/** Each request comes from a new network. */
let asked = 0;
const send: Send = (url, request) => {
  asked += 1;
  const forwarded = `198.18.${asked % 250}.${1 + (asked >> 8)}`;
  return fetch(url, { ...request, headers: { ...request.headers, 'x-forwarded-for': forwarded } });
};

it('an account can write two thousand times a day; after that its owner can still log in, and no other account learns of it', async () => {
  const anna = await registerProven(product(), 'anna');
  const bea = await registerProven(product(), 'bea');
  const { call } = createClient(product().stack.address, send);
  const change = (count: number) =>
    call('updateOptions', {
      params: { id: anna.proId },
      body: { calendarAvailabilityLimit: 20 + (count % 40) },
      token: anna.token,
    });
  let [written, last] = [0, 0];
  while (written <= 2_000 && last < 400) {
    last = (await change(written)).status;
    if (last < 400) written += 1;
  }
  expect(last).toBe(429);
  expect(written).toBeGreaterThan(1_900);

  const outcomeOf = async (
    answer: Promise<{ status: number; body: { message?: string; code?: unknown } }>,
  ) => {
    const { status, body } = await answer;
    return [status, body.message, body.code];
  };
  const reset = (email: string) => outcomeOf(call('requestPasswordReset', { body: { email } }));
  expect(await reset(anna.email)).toEqual(await reset('nobody@example.com'));
  const moveTo = (newEmail: string) =>
    outcomeOf(
      call('requestEmailChange', { body: { currentEmail: anna.email, newEmail }, token: anna.token }),
    );
  expect(await moveTo('free@example.com')).toEqual(await moveTo(bea.email));

  const [email, password] = [anna.email, 'collina-verde-7'];
  const token = await mailed(product(), email, 'password-setting');
  await succeed(call('setPassword', { body: { email, password }, token }));
  // After the reset, the login works even in an unknown browser.
  const { access_token } = await succeed(call('logIn', { body: { email, password } }));
  expect((await call('authenticate', { token: access_token })).status).toBe(200);
}, 900_000);

import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { useProduct } from '../support/hooks.ts';
import { createClient, type Send, succeed } from '../support/http.ts';
import { registerProven } from '../support/proven.ts';

const product = useProduct({ TRUST: 'strict', TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' });

/** Each request comes from a new network. */
let asked = 0;
const send: Send = (url, request) => {
  asked += 1;
  const headers = { ...request.headers, 'x-forwarded-for': `198.18.${asked}.7` };
  return fetch(url, { ...request, headers });
};

it('a stolen session cannot guess the password: it ends after too many attempts, concurrent ones included', async () => {
  const anna = await registerProven(product(), 'anna');
  const [email, password] = [anna.email, 'lungomare-24'];
  const { call } = createClient(product().stack.address, send);
  const logIn = async () => (await succeed(call('logIn', { body: { email, password } }))).access_token;
  const [taken, other] = [await logIn(), await logIn()];
  const guess = (token: string, said: string) => call('proveSession', { body: { password: said }, token });
  for (let tried = 0; tried < 9; tried++) expect((await guess(other, `no-${tried}`)).status).toBe(401);
  expect((await guess(other, password)).status).toBe(200);

  const said = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(taken, `guess-${n}`)));
  const codes = said.map(({ body }) => body.code);
  expect(codes.filter((code) => code === 'wrong-credentials').length).toBeLessThanOrEqual(10);
  expect(new Set(codes)).toEqual(new Set(['wrong-credentials', 'unauthenticated']));
  expect((await guess(taken, password)).status, 'even the right one').toBe(401);
  const own = (token: string) => call('authenticate', { token });
  expect((await own(taken)).status).toBe(401);
  for (const token of [other, anna.token]) expect((await own(token)).status).toBe(200);
}, 120_000);

it('someone with a password and the cookie of a known browser can guess ten codes from any network, then has to wait', async () => {
  const { email, token } = await registerProven(product(), 'carla');
  let cookie = '';
  const browser = createClient(product().stack.address, async (url, request) => {
    const answer = await send(url, { ...request, headers: { ...request.headers, cookie } });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer;
  });
  const logIn = (code?: string, { call } = browser) =>
    call('logIn', { body: { email, password: 'lungomare-24', ...(code === undefined ? {} : { code }) } });
  await succeed(logIn());
  expect(cookie).toContain('visita_browser=');
  const { id, secret } = (await succeed(browser.call('beginFactor', { token }))).data;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const confirm = { params: { id }, body: { code: totp.generate() }, token };
  const { recoveryCodes } = (await succeed(browser.call('confirmFactor', confirm))).data;

  const said = await Promise.all(Array.from({ length: 30 }, () => logIn('no-such-code')));
  const codes = said.map(({ body }) => body.code);
  const guessed = codes.filter((code) => code === 'code-wrong').length;
  expect(guessed).toBeGreaterThanOrEqual(10);
  // One second of waiting may be over.
  expect(guessed).toBeLessThanOrEqual(12);
  expect(new Set(codes)).toEqual(new Set(['code-wrong', 'rate-limited']));
  // Only that browser is limited; the owner can log in with another one.
  await succeed(logIn(recoveryCodes[0], createClient(product().stack.address, send)));
}, 120_000);

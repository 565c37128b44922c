import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { startCalendarStack } from '../support/calendar-stack.ts';
import { createClient, succeed } from '../support/http.ts';
import { mailed, registerPro } from '../support/proven.ts';
import { removeData, type Stack, startStack } from '../support/stack.ts';

let VAR_DIRECTORY: string;
let running: Pick<Stack, 'stop'> | undefined;
beforeAll(async () => {
  VAR_DIRECTORY = await mkdtemp(join(tmpdir(), 'visita-'));
});
afterAll(async () => {
  await running?.stop();
  await removeData(VAR_DIRECTORY);
});

it('data planted in a doctor’s name is deleted once the doctor confirms the address', async () => {
  // Before the email is confirmed, another person can add all of this.
  const open = await startCalendarStack({ VAR_DIRECTORY, TRUST: 'open' });
  running = open;
  const before = createClient(open.stack.address).call;
  const thief = await registerPro(createClient(open.stack.address), 'rossi');
  const { token, email } = thief;
  const params = { id: thief.proId };
  const feed = (await succeed(before('createCalendarFeed', { params, token }))).data.url;
  const feedPath = new URL(feed).pathname;
  await using backstage = await openBackstage(open.stack.place);
  await backstage.assignPremium(thief.proId);
  const way = (await succeed(before('authorizeCalendar', { params, token }))).data;
  const { code, state } = await open.double.allow(way.url);
  await succeed(before('connectCalendar', { params, body: { code, state }, token }));
  const { id, secret } = (await succeed(before('beginFactor', { token }))).data;
  const factor = { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  const added = await succeed(before('confirmFactor', { params: { id }, body: factor, token }));
  expect(added.data.recoveryCodes).not.toEqual([]);
  const newEmail = 'thief@example.com';
  await succeed(before('requestEmailChange', { body: { currentEmail: email, newEmail }, token }));
  const first = { stack: open.stack, client: createClient(open.stack.address) };
  const change = await mailed(first, newEmail, 'new-mail-setting');
  expect((await fetch(new URL(feedPath, open.stack.address))).status).toBe(200);
  await open.stop();

  const stack = await startStack({ VAR_DIRECTORY, TRUST: 'strict' });
  running = stack;
  const client = createClient(stack.address);
  const { call } = client;
  expect((await call('authenticate', { token })).status).toBe(200);
  await succeed(call('requestPasswordReset', { body: { email } }));
  const link = await mailed({ stack, client }, email, 'password-setting?');
  const password = 'the-owners-own';
  const { position } = await succeed(call('setPassword', { body: { email, password }, token: link }));

  expect((await call('authenticate', { token })).status).toBe(401);
  expect((await fetch(new URL(feedPath, stack.address))).status).toBe(404);
  // The second factor that the attacker added is not required.
  const own = (await succeed(call('logIn', { body: { email, password } }))).access_token;
  const found = await succeed(call('authenticate', { token: own, from: position! }));
  expect(found.data).toMatchObject({
    addressProven: true,
    review: 'holdings',
    options: { googleAccessToken: null },
  });
  expect((await succeed(call('getFactors', { token: own }))).data).toMatchObject({
    factors: [],
    passkeys: [],
    recoveryCodes: 0,
  });
  const confirmed = await call('confirmEmailChange', { body: { password }, token: change });
  expect(confirmed.status).toBe(401);
}, 300_000);

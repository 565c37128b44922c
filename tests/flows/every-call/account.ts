import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { succeed } from '../../support/http.ts';
import { registerPro } from '../../support/http-practice.ts';
import { addPasskey, sign } from '../../support/passkeys.ts';
import type { Scene } from './scene.ts';

/** A login requires a code once there is an authenticator, and accepts a recovery code instead. */
const addAuthenticator = async (
  call: Scene['client']['call'],
  token: string,
  body: { email: string; password: string },
) => {
  const { id, secret } = (await succeed(call('beginFactor', { token }))).data;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const added = await succeed(call('confirmFactor', { params: { id }, body: { code }, token }));
  expect(added.data.recoveryCodes).toHaveLength(10);
  const refused = await call('logIn', { body });
  expect([refused.status, refused.body.code]).toEqual([401, 'code-needed']);
  expect((await call('logIn', { body: { ...body, code } })).status).toBe(401);
  const [recovery = ''] = (await succeed(call('renewRecoveryCodes', { token }))).data.recoveryCodes;
  await succeed(call('logIn', { body: { ...body, code: recovery } }));
  const { factors, recoveryCodes } = (await succeed(call('getFactors', { token }))).data;
  expect([factors.length, recoveryCodes]).toEqual([1, 9]);
  await succeed(call('removeFactor', { params: { id }, token }));
  await succeed(call('logIn', { body }));
};

/** A passkey logs in and re-authenticates a session; password logins then need a second factor. */
const usePasskeys = async (
  { client, origin }: Scene,
  token: string,
  body: { email: string; password: string },
) => {
  const { call } = client;
  const { device, codes } = await addPasskey(client, origin, { token });
  expect(codes).toHaveLength(10);
  const passkey = await sign(client, device);
  const { access_token } = await succeed(call('logInWithPasskey', { body: { passkey } }));
  await succeed(call('authenticate', { token: access_token }));
  expect((await call('logInWithPasskey', { body: { passkey } })).body.code).toBe('passkey-refused');
  expect((await call('logIn', { body })).body.code).toBe('code-needed');
  await succeed(call('proveSession', { body: { passkey: await sign(client, device, { token }) }, token }));
  const [listed] = (await succeed(call('getFactors', { token }))).data.passkeys;
  expect(listed).toMatchObject({ name: 'Telefono', lastUsed: expect.any(String) });
  const params = { id: listed!.id };
  await succeed(call('renamePasskey', { params, body: { name: 'Tavoletta' }, token }));
  const [renamed] = (await succeed(call('getFactors', { token }))).data.passkeys;
  expect(renamed).toEqual({ ...listed, name: 'Tavoletta' });
  await succeed(call('removeFactor', { params, token }));
  const late = await call('logInWithPasskey', { body: { passkey: await sign(client, device) } });
  expect([late.status, late.body.code]).toEqual([401, 'passkey-refused']);
  await succeed(call('logIn', { body }));
};

/** A professional signs up, reads and changes their data, and deletes the account. */
export const liveAnAccount = async (scene: Scene) => {
  const { client, tokenFor } = scene;
  const { call } = client;
  const { proId, token, email } = await registerPro(client, 'bea');
  const params = { id: proId };
  const profile = { name: 'Beatrice', lastname: 'Bianchi', prefix: '+44', phone: '7700900123' };
  await succeed(call('updatePro', { params, body: profile, token }));
  expect((await succeed(call('authenticate', { token }))).data).toMatchObject({
    ...profile,
    configStatus: 100,
  });

  const body = { calendarPageUrl: 'studio_bea', calendarAvailabilityLimit: 45 };
  const { position } = await succeed(call('updateOptions', { params, body, token }));
  const from = position!;
  const slug = (url: string) => call('getProByUrl', { params: { url }, from });
  expect((await succeed(slug('studio_bea'))).data).toMatchObject({ id: proId, username: 'bea' });
  expect((await slug('bea')).status).toBe(404);
  const leads = await succeed(call('getFormerAddress', { params: { url: 'bea' }, from }));
  expect(leads.data).toEqual({ calendarPageUrl: 'studio_bea' });
  const byName = { params: { username: 'bea' }, from };
  expect((await succeed(call('getPro', { ...byName, token }))).data).toMatchObject({ email });
  expect((await succeed(call('getPro', byName))).data).not.toHaveProperty('email');
  const options = await succeed(call('getOptions', { params: { proId }, token, from }));
  expect(options.data).toMatchObject({ calendarAvailabilityLimit: 45, calendarPageUrl: 'studio_bea' });

  const ofPro = { params: { proId }, token };
  const plan = [{ clinicServiceId: null, before: 'P1D', at: '18:00', channel: 'mail' as const, ask: false }];
  const set = await succeed(call('setReminderPlan', { ...ofPro, body: plan }));
  expect(await succeed(call('getReminderPlan', { ...ofPro, from: set.position! }))).toMatchObject({
    data: plan,
    version: set.version,
  });
  const rules = [{ clinicServiceId: null, months: 12, tag: null, treatment: true, automatic: false }];
  const ruled = await succeed(call('setRecallRules', { ...ofPro, body: rules }));
  expect(await succeed(call('getRecallRules', { ...ofPro, from: ruled.position! }))).toMatchObject({
    data: rules,
    version: ruled.version,
  });
  const settings = { ...defaultMessageSettings, textsPerMonth: 50, sender: '+39061234567' };
  const kept = await succeed(call('setMessageSettings', { ...ofPro, body: settings }));
  const standing = await succeed(call('getMessageSettings', { ...ofPro, from: kept.position! }));
  expect(standing).toMatchObject({ data: settings, version: kept.version });
  const [files] = standing.texts.providers;
  const asked = Object.fromEntries(new URL(files!.answers_to!).searchParams);
  const stop = { from: '+393330001111', text: 'STOP' };
  const gateway = { adapter: files!.name };
  await succeed(call('receiveMessage', { params: gateway, query: asked, body: stop }));
  await succeed(call('receiveMessageByGet', { params: gateway, query: { ...asked, ...stop } }));

  expect((await succeed(call('authenticate', { token }))).data.addressProven).toBe(false);
  await succeed(call('requestEmailConfirmation', { token }));
  await succeed(call('confirmEmail', { token: await tokenFor(email, 'email-confirmation/') }));
  expect((await succeed(call('authenticate', { token }))).data.addressProven).toBe(true);

  await succeed(call('requestPasswordReset', { body: { email } }));
  const reset = await tokenFor(email, 'password-setting');
  const verified = await succeed(call('verifyResetToken', { body: { token: reset } }));
  expect(verified.user.email).toBe(email);
  await succeed(call('setPassword', { body: { email, password: 'another1' }, token: reset }));
  expect((await call('authenticate', { token })).status).toBe(401);
  const logIn = async (address: string) => {
    const reply = await succeed(call('logIn', { body: { email: address, password: 'another1' } }));
    return reply.access_token;
  };
  const newEmail = 'beatrice@example.com';
  const change = { body: { currentEmail: email, newEmail }, token: await logIn(email) };
  await succeed(call('requestEmailChange', change));
  const confirm = { body: { password: 'another1' }, token: await tokenFor(newEmail, 'new-mail-setting') };
  await succeed(call('confirmEmailChange', confirm));
  expect((await call('logIn', { body: { email, password: 'another1' } })).status).toBe(401);

  const here = await logIn(newEmail);
  const elsewhere = [await logIn(newEmail), await logIn(newEmail)] as const;
  const listed = (await succeed(call('getSessions', { token: here }))).data;
  expect([listed.length, listed.filter(({ current }) => current).length]).toEqual([3, 1]);
  expect(listed[0]).toMatchObject({ network: '127.0.0.0/24' });
  const other = listed.find(({ current }) => !current)!;
  await succeed(call('endSession', { params: { id: other.id }, token: here }));
  const left = (await succeed(call('getSessions', { token: here }))).data;
  expect(left.map(({ id }) => id)).not.toContain(other.id);
  await succeed(call('endOtherSessions', { token: here }));
  for (const token of elsewhere) expect((await call('authenticate', { token })).status).toBe(401);
  expect((await call('proveSession', { body: { password: 'wrong' }, token: here })).status).toBe(401);
  await succeed(call('proveSession', { body: { password: 'another1' }, token: here }));

  await addAuthenticator(call, here, { email: newEmail, password: 'another1' });
  await usePasskeys(scene, here, { email: newEmail, password: 'another1' });

  const ending = await logIn(newEmail);
  await succeed(call('logOut', { token: ending }));
  expect((await call('authenticate', { token: ending })).status).toBe(401);
  await succeed(call('deletePro', { params, token: await logIn(newEmail) }));
  expect((await call('logIn', { body: { email: newEmail, password: 'another1' } })).status).toBe(401);
};

export const connectACalendar = async ({ client, double, anna }: Scene) => {
  const { call } = client;
  const { token, proId } = anna;
  const params = { id: proId };
  const { data } = await succeed(call('authorizeCalendar', { params, token }));
  await succeed(call('connectCalendar', { params, body: await double.allow(data.url), token }));
  const connected = async () =>
    (await succeed(call('authenticate', { token }))).data.options.googleAccessToken;
  expect(await connected()).toBe('connected');
  await succeed(call('disconnectCalendar', { params, token }));
  expect(await connected()).toBeNull();
};

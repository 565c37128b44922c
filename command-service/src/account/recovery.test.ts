import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import type { AccountPurpose } from '@visita/platform/auth/account-token';
import { beginning } from '@visita/platform/event-store/port';
import { createWorld, typesSince, type World } from '../../testing/world.ts';

const anna = {
  username: 'anna',
  email: 'anna@example.com',
  password: 'secret1',
  configStatus: 1,
  termsConditions: true,
  privacyPolicy: true,
  marketingConsent: false,
  comunicationsLanguage: 'it',
};

let world: World;
let proId: string;
beforeEach(async () => {
  world = createWorld();
  ({ id: proId } = (await world.call('signUp', { body: anna })).answer.data);
});

const logIn = (email: string, password: string) => world.call('logIn', { body: { email, password } });

/** Returns the link mailed by the last event of a type. */
const mailed = async (type: ProEvent['type'], purpose: AccountPurpose, stream = `pro-${proId}`) => {
  const events = await world.store.readStream(stream);
  const { tokenId } = events.findLast((event) => event.type === type)!.data as { tokenId: string };
  const link = { proId: stream.slice('pro-'.length), tokenId };
  return {
    token: world.accountTokens.issue(purpose, link),
    as: { kind: 'account', purpose, ...link } as const,
  };
};

test('a guessable new password is refused under strict, and does not use up the link', async () => {
  world = createWorld(undefined, 'strict');
  const body = { ...anna, password: 'lungomare-24' };
  ({ id: proId } = (await world.call('signUp', { body })).answer.data);
  await world.call('requestPasswordReset', { body: { email: anna.email } });
  const { as } = await mailed('PasswordResetRequested', 'reset');
  const set = (password: string) => world.call('setPassword', { as, body: { email: anna.email, password } });
  await expect(set('password')).rejects.toMatchObject({ code: 'password-guessable' });
  await expect(set(anna.email)).rejects.toMatchObject({ code: 'password-guessable' });
  await set('collina-verde');
});

test('under strict a reset link answers further requests for ten minutes', async () => {
  world = createWorld(undefined, 'strict');
  const body = { ...anna, password: 'lungomare-24' };
  ({ id: proId } = (await world.call('signUp', { body })).answer.data);
  const asked = async () => {
    const head = await world.store.head();
    await world.call('requestPasswordReset', { body: { email: anna.email } });
    return typesSince(world.store, head);
  };
  expect(await asked()).toEqual(['PasswordResetRequested']);
  world.advance(9);
  expect(await asked()).toEqual([]);
  world.advance(2);
  expect(await asked()).toEqual(['PasswordResetRequested']);
});

test('an owner who proves an account signed up by another person is asked to review it, with nothing of theirs left', async () => {
  world = createWorld(undefined, 'strict');
  const body = { ...anna, password: 'lungomare-24' };
  ({ id: proId } = (await world.call('signUp', { body })).answer.data);
  const thief = (await logIn(anna.email, 'lungomare-24')).answer.access_token;
  expect(thief).toBeDefined();
  const as = { kind: 'pro', proId, sessionId: 'session' } as const;
  const review = async () => (await world.call('authenticate', { as })).answer.data.review;
  expect(await review()).toBeNull();
  await world.call('requestPasswordReset', { body: { email: anna.email } });
  const link = await mailed('PasswordResetRequested', 'reset');
  await world.call('setPassword', { as: link.as, body: { email: anna.email, password: 'collina-verde' } });
  expect(await review()).toBe('holdings');
  await world.call('reviewAccount', { as, body: { keep: true } });
  expect(await review()).toBeNull();
  const again = world.call('reviewAccount', { as, body: { keep: false } });
  await expect(again).rejects.toMatchObject({ code: 'conflict' });
});

describe('a forgotten password', () => {
  const ask = (email = anna.email) => world.call('requestPasswordReset', { body: { email } });
  const newPassword = { email: anna.email, password: 'another1' };

  test('is replaced by the mailed link, which ends all sessions', async () => {
    await ask();
    const { token, as } = await mailed('PasswordResetRequested', 'reset');
    const checked = await world.call('verifyResetToken', { body: { token } });
    expect(checked.answer.user.email).toBe(anna.email);
    await world.call('setPassword', { as, body: newPassword });
    await expect(logIn(anna.email, 'secret1')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(logIn(anna.email, 'another1')).resolves.toBeDefined();
  });

  test('the link works once, also for two requests at once', async () => {
    await ask();
    const { token, as } = await mailed('PasswordResetRequested', 'reset');
    const tries = await Promise.allSettled([
      world.call('setPassword', { as, body: newPassword }),
      world.call('setPassword', { as, body: { ...newPassword, password: 'thirdone' } }),
    ]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(world.call('verifyResetToken', { body: { token } })).rejects.toMatchObject({
      code: 'token-invalid',
    });
  });

  test('the link still works after hashing was refused for overload', async () => {
    await ask();
    const { as } = await mailed('PasswordResetRequested', 'reset');
    vi.spyOn(world.credentials, 'prepare').mockRejectedValueOnce(new Rejection('unavailable'));
    const refused = world.call('setPassword', { as, body: newPassword });
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    await world.call('setPassword', { as, body: newPassword });
    await expect(logIn(anna.email, 'another1')).resolves.toBeDefined();
  });

  test('the link expires after an hour, and when a newer one is mailed', async () => {
    await ask();
    const first = await mailed('PasswordResetRequested', 'reset');
    world.advance(60);
    await expect(world.call('verifyResetToken', { body: { token: first.token } })).rejects.toMatchObject({
      code: 'token-expired',
    });
    await ask();
    await expect(world.call('setPassword', { as: first.as, body: newPassword })).rejects.toMatchObject({
      code: 'token-invalid',
    });
  });

  test("an email other than the token's is refused", async () => {
    await ask();
    const { as } = await mailed('PasswordResetRequested', 'reset');
    const body = { email: 'somebody@example.com', password: 'another1' };
    await expect(world.call('setPassword', { as, body })).rejects.toMatchObject({ code: 'token-invalid' });
  });

  test('an unknown email gets the same answer and writes nothing', async () => {
    const known = await ask();
    const head = await world.store.head();
    const unknown = await ask('nobody@example.com');
    expect(unknown.answer).toEqual(known.answer);
    expect(await typesSince(world.store, head)).toEqual([]);
  });
});

test('only a proven account may request a change of email, under strict', async () => {
  world = createWorld(undefined, 'strict');
  const body = { ...anna, password: 'lungomare-24' };
  ({ id: proId } = (await world.call('signUp', { body })).answer.data);
  const as = { kind: 'pro', proId, sessionId: 'session' } as const;
  const ask = () =>
    world.call('requestEmailChange', {
      as,
      body: { currentEmail: anna.email, newEmail: 'victim@example.com' },
    });
  await expect(ask()).rejects.toMatchObject({ code: 'address-unproven' });
  await world.call('requestPasswordReset', { body: { email: anna.email } });
  const link = await mailed('PasswordResetRequested', 'reset');
  await world.call('setPassword', { as: link.as, body: { email: anna.email, password: 'collina-verde' } });
  await ask();
});

describe('a change of email', () => {
  const as = () => ({ kind: 'pro', proId, sessionId: 'session' }) as const;
  const ask = (newEmail: string) =>
    world.call('requestEmailChange', { as: as(), body: { currentEmail: anna.email, newEmail } });
  const confirm = async (password: string) => {
    const link = await mailed('EmailChangeRequested', 'email-change');
    return world.call('confirmEmailChange', { as: link.as, body: { password } });
  };

  test('needs the link and the password, and releases the old email', async () => {
    await ask('anna.rossi@example.com');
    await expect(confirm('wrong-one')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await confirm('secret1');
    await expect(logIn(anna.email, 'secret1')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(logIn('anna.rossi@example.com', 'secret1')).resolves.toBeDefined();
    const other = { ...anna, username: 'annabella' };
    await expect(world.call('signUp', { body: other })).resolves.toBeDefined();
  });

  test('does not let the password be guessed under strict, even with the link', async () => {
    world = createWorld(undefined, 'strict');
    const body = { ...anna, password: 'lungomare-24' };
    ({ id: proId } = (await world.call('signUp', { body })).answer.data);
    await world.call('requestEmailConfirmation', { as: as() });
    await world.call('confirmEmail', { as: (await mailed('AddressProofRequested', 'address-proof')).as });
    await ask('anna.rossi@example.com');
    for (let tries = 0; tries < 10; tries += 1)
      await expect(confirm('wrong-one')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(confirm('lungomare-24')).rejects.toMatchObject({ code: 'rate-limited' });
    // Failed guesses of the password in a session do not delay the login.
    await logIn(anna.email, 'lungomare-24');
  });

  test('the link works once', async () => {
    await ask('anna.rossi@example.com');
    await confirm('secret1');
    await expect(confirm('secret1')).rejects.toMatchObject({ code: 'token-invalid' });
  });

  test("to another account's email mails no link and reveals nothing", async () => {
    await world.call('signUp', { body: { ...anna, username: 'bruno', email: 'bruno@example.com' } });
    const head = await world.store.head();
    const taken = await ask('bruno@example.com');
    expect(await typesSince(world.store, head)).toEqual([]);
    expect(taken.answer).toEqual((await ask('free@example.com')).answer);
  });

  test('to an email taken meanwhile is refused', async () => {
    await ask('bruno@example.com');
    await world.call('signUp', { body: { ...anna, username: 'bruno', email: 'bruno@example.com' } });
    await expect(confirm('secret1')).rejects.toMatchObject({ code: 'email-taken' });
  });

  test.each(['somebody@example.com', anna.email])("from %s to one's own is refused", async (currentEmail) => {
    const body = { currentEmail, newEmail: anna.email };
    await expect(world.call('requestEmailChange', { as: as(), body })).rejects.toMatchObject({
      code: 'malformed-request',
    });
  });
});

describe('an invitation to an unknown email', () => {
  const owner = () => ({ kind: 'pro', proId, sessionId: 'session' }) as const;
  const place = {
    name: 'Studio',
    provinceId: 'IT-RM',
    city: 'Roma',
    address: 'Via Appia 1',
    postalCode: '00100',
  };
  let clinicId: string;
  let service: string;
  beforeEach(async () => {
    const body = { ...place, ownerId: proId, onlineBooking: true };
    clinicId = (await world.call('openClinic', { as: owner(), body })).answer.data.id;
    const row = { specializationId: 'dermatology', serviceName: 'Visita', duration: 30, price: 80, clinicId };
    service = (await world.call('addClinicServices', { as: owner(), body: [row] })).answer.data[0]!.id;
  });
  const invite = (services = [service]) =>
    world.call('addCollaborator', {
      as: owner(),
      body: {
        clinicId,
        proEmail: 'bruno@example.com',
        availability: [{ working_day: 1, starting_hour: '09:00', ending_hour: '13:00' }],
        services,
      },
    });

  test('creates an account that its link opens, with the onboarding of a collaborator', async () => {
    const { hub } = (await invite()).answer.data;
    expect(hub).toMatchObject({ status: 'pending', role: 'guest', pro: { name: null } });
    const { as } = await mailed('ProInvited', 'invitation', `pro-${hub.proId}`);
    await world.call('setPassword', { as, body: { email: 'bruno@example.com', password: 'bruno-1' } });
    await logIn('bruno@example.com', 'bruno-1');
    const me = { kind: 'pro', proId: hub.proId, sessionId: 'session' } as const;
    expect((await world.call('authenticate', { as: me })).answer.data.configStatus).toBe(10);
  });

  test('keeps its link if a stranger requests a new password', async () => {
    const { hub } = (await invite()).answer.data;
    await world.call('requestPasswordReset', { body: { email: 'bruno@example.com' } });
    const { as, token } = await mailed('ProInvited', 'invitation', `pro-${hub.proId}`);
    const checked = await world.call('verifyResetToken', { body: { token } });
    expect(checked.answer.user.email).toBe('bruno@example.com');
    await world.call('setPassword', { as, body: { email: 'bruno@example.com', password: 'bruno-1' } });
    const { token: reset } = await mailed('PasswordResetRequested', 'reset', `pro-${hub.proId}`);
    await expect(world.call('verifyResetToken', { body: { token: reset } })).rejects.toMatchObject({
      code: 'token-invalid',
    });
  });

  test('cannot be taken over by a sign-up', async () => {
    await invite();
    const body = { ...anna, username: 'bruno', email: 'bruno@example.com' };
    await expect(world.call('signUp', { body })).rejects.toMatchObject({ code: 'invitation-pending' });
  });

  test('creates no account if the clinic refuses it', async () => {
    const head = await world.store.head();
    await expect(invite([`${clinicId}.nothing`])).rejects.toMatchObject({ code: 'service-unknown' });
    expect(await typesSince(world.store, head)).toEqual([]);
    expect(head > beginning).toBe(true);
  });
});

import { randomUUID } from 'node:crypto';
import { UnsecuredJWT, SignJWT } from 'jose';
import { createAccessTokens } from '@visita/platform/auth/access-token';
import { io } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Backstage, openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, registerPro, requestOf } from '../support/http-practice.ts';

const practice = usePractice();
let backstage: Backstage;
beforeAll(async () => {
  backstage = await openBackstage(practice().stack.place);
  return () => backstage.close();
}, 600_000);

const password = 'secret123';
const typesOf = async (stream: string): Promise<string[]> =>
  (await backstage.store.readStream(stream)).map(({ type }) => type);
const unchanged = async (act: () => Promise<unknown>): Promise<void> => {
  const head = await backstage.store.head();
  await act();
  expect(await backstage.store.head()).toBe(head);
};
const logsIn = async (email: string, tried: string) =>
  (await practice().client.call('logIn', { body: { email, password: tried } })).status === 200;

describe('a session token', () => {
  const seconds = Math.floor(Date.now() / 1000);
  /** Returns the claims of a valid session and the signing key. */
  const genuine = async () => {
    const { proId } = practice().anna;
    const signing = backstage.keys.for('signing').current().key.export();
    const tokens = createAccessTokens(backstage.keys.for('signing'));
    const session = await tokens.read(await backstage.sessions.start(proId), new Date());
    const claims = { sub: proId, sid: session!.sessionId, iat: seconds, exp: seconds + 3600 };
    return { signing, claims: { ...claims, iss: 'visita', aud: 'visita-api' } };
  };
  type Forgery = { claims?: object; header?: object; key?: Uint8Array };
  const forge = async ({ claims, header, key }: Forgery = {}): Promise<string> => {
    const { signing, claims: all } = await genuine();
    return new SignJWT({ ...all, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(key ?? signing);
  };
  const refusedBy = async (token: string): Promise<unknown[]> => {
    const { stack, client, anna } = practice();
    const params = { id: anna.proId };
    const answers = await Promise.all([
      client.call('authenticate', { token }),
      client.call('getOptions', { params: { proId: anna.proId }, token }),
      client.call('updateOptions', { params, body: { calendarAvailabilityLimit: 50 }, token }),
    ]);
    const socket = io(stack.address, { auth: { token }, transports: ['websocket'], reconnection: false });
    const connected = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('connect_error', ({ message }) => resolve(message));
    });
    socket.disconnect();
    return [...answers.map(({ status }) => status), connected];
  };

  it('signed with the product’s key is valid, as a control for the invalid ones', async () => {
    expect(await refusedBy(await forge())).toEqual([200, 200, 200, true]);
  });

  it.each<[string, () => Promise<string>]>([
    ['without a signature', async () => new UnsecuredJWT((await genuine()).claims).encode()],
    ['of another key', () => forge({ key: Buffer.alloc(32, 1) })],
    ['of another algorithm', () => forge({ header: { alg: 'HS512' }, key: Buffer.alloc(64, 1) })],
    ['of the algorithm of a longer hash with the same key', () => forge({ header: { alg: 'HS384' } })],
    ['of another type', () => forge({ header: { typ: 'JWT' } })],
    ['for another audience', () => forge({ claims: { aud: 'other' } })],
    ['of another issuer', () => forge({ claims: { iss: 'other' } })],
    ['after its time', () => forge({ claims: { exp: seconds - 1 } })],
    ['without an end', () => forge({ claims: { exp: undefined } })],
    ['of a session that never was', () => forge({ claims: { sid: randomUUID() } })],
    ['without a session', () => forge({ claims: { sid: undefined } })],
    ['that is a booking’s', async () => backstage.bookingTokens.issue('manage', randomUUID())],
  ])('%s is invalid', async (_, make) => {
    const token = await make();
    await unchanged(async () => expect(await refusedBy(token)).toEqual([401, 401, 401, 'unauthenticated']));
  });
});

describe('a password link', () => {
  const asked = async (username: string) => {
    const pro = await registerPro(practice().client, username);
    await succeed(practice().client.call('requestPasswordReset', { body: { email: pro.email } }));
    const events = await backstage.store.readStream(`pro-${pro.proId}`);
    const { tokenId } = events.findLast(({ type }) => type === 'PasswordResetRequested')!.data as {
      tokenId: string;
    };
    return { ...pro, link: backstage.accountTokens.issue('reset', { proId: pro.proId, tokenId }) };
  };
  const set = (token: string, email: string, chosen: string) =>
    practice().client.call('setPassword', { body: { email, password: chosen }, token });

  it('works once for ten concurrent requests, and can be checked any number of times before', async () => {
    const { email, proId, link } = await asked('reset_once');
    const look = () => practice().client.call('verifyResetToken', { body: { token: link } });
    expect([(await look()).status, (await look()).status]).toEqual([200, 200]);
    const chosen = Array.from({ length: 10 }, (_, index) => `chosen-${index}`);
    const tries = await Promise.all(chosen.map((one) => set(link, email, one)));
    const won = tries.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(won).toHaveLength(1);
    expect(tries.filter(({ body }) => body.code === 'token-invalid')).toHaveLength(9);
    expect((await typesOf(`pro-${proId}`)).filter((type) => type === 'PasswordSet')).toHaveLength(1);
    expect(await logsIn(email, `chosen-${won[0]}`)).toBe(true);
    expect(await logsIn(email, password)).toBe(false);
    await unchanged(async () => expect((await look()).status).toBe(401));
  });

  it('sets only its own account’s password', async () => {
    const { client, anna } = practice();
    const { link } = await asked('reset_other');
    await unchanged(async () => {
      expect((await set(link, anna.email, 'taken-over')).status).toBe(401);
      expect((await client.call('confirmEmailChange', { body: { password }, token: link })).status).toBe(401);
      expect((await client.call('authenticate', { token: link })).status).toBe(401);
    });
    expect(await logsIn(anna.email, password)).toBe(true);
  });

  it('of a deleted account is invalid', async () => {
    const { proId, email, token, link } = await asked('reset_gone');
    await succeed(practice().client.call('deletePro', { params: { id: proId }, token }));
    expect((await set(link, email, 'come-back')).status).toBe(401);
    expect((await practice().client.call('verifyResetToken', { body: { token: link } })).status).toBe(401);
  });
});

describe('an email-change link', () => {
  it('works once for five concurrent requests', async () => {
    const { client } = practice();
    const pro = await registerPro(client, 'mover');
    const newEmail = 'moved@example.com';
    const body = { currentEmail: pro.email, newEmail };
    await succeed(client.call('requestEmailChange', { body, token: pro.token }));
    const events = await backstage.store.readStream(`pro-${pro.proId}`);
    const { tokenId } = events.findLast(({ type }) => type === 'EmailChangeRequested')!.data as {
      tokenId: string;
    };
    const token = backstage.accountTokens.issue('email-change', { proId: pro.proId, tokenId });
    const tries = await Promise.all(
      [1, 2, 3, 4, 5].map(() => client.call('confirmEmailChange', { body: { password }, token })),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(4);
    expect((await typesOf(`pro-${pro.proId}`)).filter((type) => type === 'EmailChanged')).toHaveLength(1);
    expect([await logsIn(newEmail, password), await logsIn(pro.email, password)]).toEqual([true, false]);
  });
});

describe('a booking link', () => {
  it('confirms neither a cancelled booking nor one by its other link', async () => {
    const { client, anna, clinic } = practice();
    const body = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(5)}T10:00`, 'fulvia');
    const { data } = await succeed(client.call('requestBooking', { body }));
    await succeed(client.call('deleteBooking', { params: { id: data.id }, token: anna.token }));
    const before = await typesOf(`booking-${data.id}`);
    for (const [purpose, code] of [
      ['confirm', 'booking-not-active'],
      ['manage', 'token-invalid'],
    ] as const) {
      const token = backstage.bookingTokens.issue(purpose, data.id);
      expect((await client.call('confirmBooking', { token })).body.code).toBe(code);
    }
    expect(await typesOf(`booking-${data.id}`)).toEqual(before);
    expect(before.at(-1)).toBe('BookingCancelled');
  });
});

import { Secret, TOTP } from 'otpauth';
import { io } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { join, openClinic, registerPro, type RegisteredPro } from '../support/http-practice.ts';
import { runOps } from '../support/ops.ts';
import { addPasskey } from '../support/passkeys.ts';

const practice = usePractice();
const soon = { timeout: 10_000, interval: 100 };

it('a clinic can require a second factor of its collaborators, without which nothing else is accessible', async () => {
  const { client, anna, clinic, stack } = practice();
  const { call } = client;
  const { clinicId, services } = clinic;
  const bruno = await registerPro(client, 'bruno');
  const owner = anna;
  await join(client, { owner, clinicId, services }, bruno);
  const ask = (second_factor: boolean, { token }: RegisteredPro = anna) =>
    call('updateClinic', { params: { id: clinicId }, body: { second_factor }, token });
  const asked = async ({ token }: RegisteredPro) =>
    (await succeed(call('authenticate', { token }))).data.factorAsked;
  const calendar = async ({ proId, token }: RegisteredPro) => {
    const { status, body } = await call('getProCalendar', { params: { proId }, token });
    return [status, 'code' in body ? body.code : null];
  };
  const connects = async ({ token }: RegisteredPro): Promise<boolean> => {
    const socket = io(stack.address, { auth: { token }, reconnection: false, transports: ['websocket'] });
    const outcome = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('connect_error', () => resolve(false));
    });
    socket.close();
    return outcome;
  };

  expect([404, 403]).toContain((await ask(true, bruno)).status);
  expect([await asked(bruno), await connects(bruno)]).toEqual([false, true]);
  await succeed(ask(true));
  await vi.waitFor(async () => expect(await asked(bruno)).toBe(true), soon);
  expect(await calendar(bruno)).toEqual([403, 'factor-asked']);
  const changed = await call('updateOptions', {
    params: { id: bruno.proId },
    body: { gaplessStarts: true },
    token: bruno.token,
  });
  expect(changed.body).toMatchObject({ code: 'factor-asked' });
  expect(await connects(bruno)).toBe(false);
  // The owner is exempt, and public pages are read as by a visitor.
  expect([await asked(anna), await calendar(anna)]).toEqual([false, [200, null]]);
  expect((await call('getPro', { params: { username: 'anna' }, token: bruno.token })).status).toBe(200);
  const own = await succeed(call('getProClinics', { params: { id: anna.proId }, token: anna.token }));
  expect(own.data).toMatchObject([{ second_factor: true }]);

  // Another login does not bypass the requirement.
  const login = { email: bruno.email, password: 'secret123' };
  const again = { ...bruno, token: (await succeed(call('logIn', { body: login }))).access_token };
  expect(await calendar(again)).toEqual([403, 'factor-asked']);
  const { id, secret } = (await succeed(call('beginFactor', { token: bruno.token }))).data;
  expect(await calendar(bruno)).toEqual([403, 'factor-asked']);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await succeed(call('confirmFactor', { params: { id }, body: { code }, token: bruno.token }));
  expect([await asked(bruno), await calendar(bruno)]).toEqual([false, [200, null]]);
  expect(await connects(bruno)).toBe(true);

  await succeed(call('removeFactor', { params: { id }, token: bruno.token }));
  await vi.waitFor(async () => expect(await asked(bruno)).toBe(true), soon);
  await succeed(ask(false));
  await vi.waitFor(async () => expect(await asked(bruno)).toBe(false), soon);

  // An open page receives no messages from then on.
  const open = io(stack.address, { auth: { token: bruno.token }, reconnection: false });
  await new Promise((resolve) => open.once('connect', () => resolve(null)));
  const closed = new Promise((resolve) => open.once('disconnect', resolve));
  await succeed(ask(true));
  await closed;
  await succeed(ask(false));
  await vi.waitFor(async () => expect(await asked(bruno)).toBe(false), soon);

  // New members need a second factor too; former members do not.
  await succeed(ask(true));
  const carla = await registerPro(client, 'carla');
  const { hubId } = await join(client, { owner, clinicId, services }, carla);
  await vi.waitFor(async () => expect(await asked(carla)).toBe(true), soon);
  const left = { params: { id: hubId }, body: { status: 'archived' } as const, token: anna.token };
  await succeed(call('updateHub', left));
  await vi.waitFor(async () => expect(await asked(carla)).toBe(false), soon);
}, 120_000);

it('is no longer required once the clinic is deleted', async () => {
  const { client, anna } = practice();
  const { clinicId, services } = await openClinic(client, anna, 'Studio Milano');
  const dino = await registerPro(client, 'dino');
  await join(client, { owner: anna, clinicId, services }, dino);
  const change = (body: { second_factor: true } | { status: 'archived' }) =>
    succeed(client.call('updateClinic', { params: { id: clinicId }, body, token: anna.token }));
  const asked = async () =>
    (await succeed(client.call('authenticate', { token: dino.token }))).data.factorAsked;
  await change({ second_factor: true });
  await vi.waitFor(async () => expect(await asked()).toBe(true), soon);
  await change({ status: 'archived' });
  await vi.waitFor(async () => expect(await asked()).toBe(false), soon);
}, 120_000);

it('is required again after an operator removed a lost factor', async () => {
  const { client, anna, stack } = practice();
  const { clinicId, services } = await openClinic(client, anna, 'Studio Torino');
  const ezio = await registerPro(client, 'ezio');
  await join(client, { owner: anna, clinicId, services }, ezio);
  const add = async (token: string) => {
    const { id, secret } = (await succeed(client.call('beginFactor', { token }))).data;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await succeed(client.call('confirmFactor', { params: { id }, body: { code }, token }));
  };
  await add(ezio.token);
  const body = { second_factor: true };
  await succeed(client.call('updateClinic', { params: { id: clinicId }, body, token: anna.token }));
  const mine = (token: string) => client.call('getProCalendar', { params: { proId: ezio.proId }, token });
  await succeed(mine(ezio.token));

  const login = { body: { email: ezio.email, password: 'secret123' } };
  expect((await client.call('logIn', login)).body).toMatchObject({ code: 'code-needed' });
  expect(await runOps(stack.place, 'factors', ezio.email, '--yes')).toMatchObject({ code: 0 });
  const { access_token: token } = await succeed(client.call('logIn', login));
  expect((await mine(token)).body).toMatchObject({ code: 'factor-asked' });
  // A passkey counts as well.
  await addPasskey(client, stack.address, { token });
  await succeed(mine(token));
}, 120_000);

import { io } from 'socket.io-client';
import { beforeAll, expect, it } from 'vitest';
import type { Problem } from '@visita/contracts/problem';
import { useProduct } from '../support/hooks.ts';
import { registerPro, type RegisteredPro } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const product = useProduct({ REQUESTS_IN_HAND: '1' });
let anna: RegisteredPro;

beforeAll(async () => {
  anna = await registerPro(product().client, 'anna');
}, 600_000);

it('refuses excess requests with Retry-After while health, pages and sockets still respond', async () => {
  const { stack, client } = product();
  const { call } = client;
  const known = async () => (await call('getProByUrl', { params: { url: 'anna' } })).status;
  await expect.poll(known, { timeout: 60_000 }).toBe(200);
  await using inside = await lookInside(stack.place);
  const pros = await inside.hold('read.pros');
  // Public data is cached; a professional's own is read each time.
  const waiting = call('getOptions', { params: { proId: anna.proId }, token: anna.token });
  const refusal = async () => {
    const answer = await fetch(new URL('/api/specializations', stack.address));
    const { code, requestId } = (await answer.json()) as Partial<Problem>;
    return [answer.status, answer.headers.get('retry-after'), code, typeof requestId];
  };
  await expect.poll(refusal).toEqual([503, '1', 'unavailable', 'string']);

  const socket = io(stack.address, { auth: { token: anna.token }, transports: ['websocket'] });
  await new Promise<void>((connected) => socket.once('connect', connected));
  for (const path of ['/api/health/live', '/api/health/ready', '/']) {
    expect((await fetch(new URL(path, stack.address))).status).toBe(200);
  }
  expect((await call('getSpecializations')).status).toBe(503);
  socket.close();

  await pros.giveBack();
  expect((await waiting).status).toBe(200);
  expect((await call('getSpecializations')).status).toBe(200);
  expect(stack.output()).toContain('too many requests at once');
});
